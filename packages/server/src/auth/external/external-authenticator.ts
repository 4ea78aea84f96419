import { isId, parseJSON, PosthouseError } from '@posthouse/protocol';
import { z } from 'zod';
import { CachingAuthenticator, type Identity } from '../caching-authenticator.ts';
import type { Authenticator } from '../caller.ts';

/** The two services that MAIL knows: one takes an API key and returns a token, the other says whose token it is. */
export type ExternalAuth = {
  authEndpoint: string;
  tokenInfoEndpoint: string;
  /** How long an answer is trusted; a minute by default. */
  cacheMs?: number;
  /** How long a refusal is cached; five seconds by default. */
  negativeCacheMs?: number;
  /** How long the services may take together; five seconds by default. */
  timeoutMs?: number;
};

/** Lets other services decide who a key belongs to. When they cannot be asked, nobody gets in. */
export function externalAuthenticator(options: ExternalAuth & { now?: () => number }): Authenticator {
  const { cacheMs = 60_000, negativeCacheMs = 5_000, timeoutMs = 5_000, now, ...endpoints } = options;
  return new CachingAuthenticator({
    identify: (key) => askServices(key, { ...endpoints, timeoutMs }),
    positiveMs: cacheMs,
    negativeMs: negativeCacheMs,
    now,
  });
}

type Services = { authEndpoint: string; tokenInfoEndpoint: string; timeoutMs: number };

const tokenSchema = z.object({ token: z.string().min(1) });
const infoSchema = z.object({ role: z.string(), id: z.string().refine(isId) });
const ROLES = ['user', 'admin', 'agent'] as const;

/** Exchanges a key for a token and asks whose it is. Undefined when either service refuses it. */
async function askServices(key: string, services: Services): Promise<Identity | undefined> {
  const { authEndpoint, tokenInfoEndpoint, timeoutMs } = services;
  const signal = AbortSignal.timeout(timeoutMs);
  const granted = await ask('authentication service', authEndpoint, { method: 'POST', bearer: key, signal });
  if (granted === undefined) return undefined;
  const { token } = check('authentication service', tokenSchema, granted);
  const told = await ask('token service', tokenInfoEndpoint, { method: 'GET', bearer: token, signal });
  if (told === undefined) return undefined;
  const { role, id } = check('token service', infoSchema, told);
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new PosthouseError({ code: 'unauthenticated', message: 'invalid role' });
  return { role: known, id };
}

/** The body of the answer, or undefined when the service says no. Everything else is a failure of the service. */
async function ask(
  service: string,
  url: string,
  { method, bearer, signal }: { method: string; bearer: string; signal: AbortSignal },
): Promise<string | undefined> {
  let reason: string;
  try {
    const headers = { Authorization: `Bearer ${bearer}`, Accept: 'application/json' };
    // A redirect would hand the key to somebody whom nobody has configured.
    const response = await fetch(url, { method, headers, signal, redirect: 'error' });
    if (response.ok) return await readText(response);
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) return undefined;
    reason = `it answered with status ${response.status}`;
  } catch (error) {
    // Not the error itself: what it says about the request could tell the key.
    reason = signal.aborted ? 'it took too long' : toReason(error);
  }
  throw failed(service, reason);
}

function check<Value>(service: string, schema: z.ZodType<Value>, text: string): Value {
  try {
    return schema.parse(parseJSON(text));
  } catch {
    throw failed(service, 'its answer does not have the expected form');
  }
}

function toReason(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? `it cannot be reached (${code})` : 'it cannot be reached';
}

function failed(service: string, reason: string): PosthouseError {
  return new PosthouseError({
    code: 'unavailable',
    message: `the ${service} cannot check your token: ${reason}; try again later`,
  });
}

/** More than any answer of these services needs. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The text of a response, unless it is far longer than it should be. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw Object.assign(new Error('the answer is too long'), { code: 'too long' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
