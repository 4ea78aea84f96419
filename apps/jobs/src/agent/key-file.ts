import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from './resolve-model.ts';

const schema = z.object({
  version: z.literal(1),
  /** By `provider:api_key`. */
  profiles: z.record(z.string(), z.object({ api_key: z.string().min(1) })),
});

const EMPTY = { version: 1, profiles: {} };

/**
 * `auth.json` of the data folder: keys of providers, for those who would rather not keep them in the environment. It is
 * made empty and for nobody else to read, and looked at whenever a key is needed.
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
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return { keys: {}, errors: isMissing ? [] : ['auth.json cannot be read.'] };
    }
    const { profiles, errors } = parse(text);
    const keys = Object.entries(profiles).flatMap(([name, { api_key: key }]) => {
      const [provider, kind] = name.split(':');
      return kind === 'api_key' ? [[`${provider!.toUpperCase().replaceAll('-', '_')}_API_KEY`, key] as const] : [];
    });
    return { keys: Object.fromEntries(keys), errors: [...errors, ...this.#openness(keys.length)] };
  }

  #openness(keys: number): string[] {
    if (keys === 0 || process.platform === 'win32' || (statSync(this.path).mode & 0o077) === 0) return [];
    return ['auth.json can be read by others on this machine: chmod 600 it.'];
  }
}

/** What is wrong is told without a word of what the file says: it is full of secrets. */
function parse(text: string): { profiles: z.infer<typeof schema>['profiles']; errors: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { profiles: {}, errors: ['auth.json is not JSON.'] };
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return { profiles: data.profiles, errors: [] };
  const places = error.issues.map(({ path }) => path.join('.') || 'the whole');
  return { profiles: {}, errors: [`auth.json is not as it should be at ${places.join(', ')}.`] };
}
