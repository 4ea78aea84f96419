import { type UIOverview, uiOverviewWire } from '@posthouse/protocol';
import type { Server } from './server.ts';

export type TaskLine = UIOverview['tasks'][number];

/** The newest tasks of whoever looks, in all swarms. */
export async function loadOverview(server: Server, signal: AbortSignal): Promise<TaskLine[]> {
  return uiOverviewWire.parse(await server.ask('/ui/overview?limit=200', { signal })).value.tasks;
}
