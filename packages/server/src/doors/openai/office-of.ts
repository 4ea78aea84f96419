import type { Office } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../../edge/app-env.ts';
import type { AppParts } from '../../app/app-parts.ts';

/** The caller's work in the swarm that a request calls its model; `default` is the server's default. */
export function officeOf({ house }: AppParts, c: Context<AppEnv>, model: string): Office {
  return house.office(c.get('caller'), model === 'default' && !house.serves(model) ? undefined : model);
}
