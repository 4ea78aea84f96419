import type { SwarmInstance } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../../edge/app-env.ts';
import type { AppParts } from '../../app/app-parts.ts';

/** The caller's work in the swarm that a request calls its model; `default` is the server's default. */
export function instanceOf({ served }: AppParts, c: Context<AppEnv>, model: string): SwarmInstance {
  return served.instance(c.get('caller'), model === 'default' && !served.serves(model) ? undefined : model);
}
