import { PosthouseError } from '@posthouse/protocol';
import type { MiddlewareHandler } from 'hono';
import type { Authenticator, Caller } from '../auth/caller.ts';
import type { AppEnv } from '../edge/app-env.ts';
import { isLocalUI } from './is-local-ui.ts';

/** Who may call a route: users and admins, admins alone, or other swarms. */
export type Gate = Record<'user' | 'admin' | 'agent', MiddlewareHandler<AppEnv>>;

const ROLES: Record<keyof Gate, readonly Caller['role'][]> = {
  user: ['user', 'admin'],
  admin: ['admin'],
  agent: ['agent'],
};

export type GateOptions = {
  onCaller: (caller: Caller) => unknown;
  /** In development: whose token a request to `/ui` from this machine is taken to have when it has none. */
  localToken?: string | undefined;
};

/** Makes the middleware that lets a request through when its token belongs to somebody of the right role. */
export function createGate(authenticator: Authenticator, { onCaller, localToken }: GateOptions): Gate {
  const gate = (group: keyof Gate): MiddlewareHandler<AppEnv> => {
    return async (c, next) => {
      const header = c.req.header('authorization');
      const isLocal = localToken !== undefined && group === 'user' && isLocalUI(c);
      const token = isLocal ? localToken : toToken(header, group);
      const caller = await authenticator.authenticate(token);
      if (caller === undefined) throw refusal('invalid API key');
      if (!ROLES[group].includes(caller.role)) throw refusal('invalid role');
      onCaller(caller);
      c.set('caller', caller);
      await next();
    };
  };
  return { user: gate('user'), admin: gate('admin'), agent: gate('agent') };
}

/** MAIL names a header it cannot read in two ways, depending on how many roles could have come. */
function toToken(header: string | undefined, group: keyof Gate): string {
  if (header === undefined || header === '') throw refusal('no API key provided');
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token !== undefined) return token;
  throw refusal(group === 'user' ? 'invalid role' : 'invalid API key format');
}

function refusal(message: string): PosthouseError {
  return new PosthouseError({ code: 'unauthenticated', message });
}
