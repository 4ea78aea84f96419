import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from './resolve-model.ts';

/** What can travel in a header. */
const secret = z.string().regex(/^[\x21-\x7e]{1,10000}$/);
const safeAddress = z.string().refine(isSafeAddress, 'https://…, or http://… on this machine');

const profile = z.object({
  api_key: z.string().min(1).optional(),
  access_token: secret.optional(),
  refresh_token: secret.optional(),
  client_id: secret.optional(),
  client_secret: secret.optional(),
  base_url: safeAddress.optional(),
  token_url: safeAddress.optional(),
});
/** What `auth.json` says about one account. */
export type Profile = z.infer<typeof profile>;

const schema = z.object({
  version: z.literal(1),
  /** By `provider:api_key` or `provider:oauth`. */
  profiles: z.record(z.string(), profile).superRefine((profiles, context) => {
    for (const [name, { api_key: key }] of Object.entries(profiles)) {
      if (name.endsWith(':api_key') && key === undefined) {
        context.addIssue({ code: 'custom', path: [name, 'api_key'], message: 'missing' });
      }
    }
  }),
});

const EMPTY = { version: 1, profiles: {} };

/**
 * `auth.json` of the data folder: keys of providers and access to accounts, for those who would rather not keep them in
 * the environment. It is made empty and for nobody else to read, and looked at whenever something of it is needed.
 */
export class KeyFile {
  readonly path: string;

  constructor({ dataDir }: { dataDir: string }) {
    this.path = join(dataDir, 'auth.json');
  }

  create(): void {
    try {
      writeFileSync(this.path, `${JSON.stringify(EMPTY, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }

  /** The keys under the names that they have as variables, and what is wrong with the file. A broken one has none. */
  read(): { keys: Environment; errors: string[] } {
    const { profiles, errors } = this.#load();
    const keys = Object.entries(profiles).flatMap(([name, { api_key: key }]) => {
      const [provider, kind] = name.split(':');
      return kind === 'api_key' ? [[`${provider!.toUpperCase().replaceAll('-', '_')}_API_KEY`, key] as const] : [];
    });
    return { keys: Object.fromEntries(keys), errors: [...errors, ...this.#openness(Object.keys(profiles).length)] };
  }

  /** What the file says about an account, such as `gmail:oauth`. */
  profile(name: string): Profile | undefined {
    const { profiles } = this.#load();
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  }

  #load(): { profiles: Record<string, Profile>; errors: string[] } {
    try {
      return parse(readFileSync(this.path, 'utf8'));
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return { profiles: {}, errors: isMissing ? [] : ['auth.json cannot be read.'] };
    }
  }

  #openness(secrets: number): string[] {
    if (secrets === 0 || process.platform === 'win32' || (statSync(this.path).mode & 0o077) === 0) return [];
    return ['Other users of this machine can read auth.json. Run: chmod 600 auth.json'];
  }
}

/** What is wrong is told without a word of what the file says: it is full of secrets. */
function parse(text: string): { profiles: Record<string, Profile>; errors: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { profiles: {}, errors: ['auth.json is not JSON.'] };
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return { profiles: data.profiles, errors: [] };
  const places = error.issues.map(({ path }) => path.join('.') || 'the whole');
  return { profiles: {}, errors: [`auth.json is not valid at ${places.join(', ')}.`] };
}

/** Tokens leave this machine encrypted, or not at all. */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
