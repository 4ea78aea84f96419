import type { Server } from '@posthouse/components';
import { type UIOverview, uiOverviewWire } from '@posthouse/protocol';

export type TaskLine = UIOverview['tasks'][number];

/** The newest tasks of whoever looks, in all swarms. */
export async function loadOverview(server: Server, signal: AbortSignal): Promise<TaskLine[]> {
  return uiOverviewWire.parse(await server.ask('/ui/overview?limit=200', { signal })).value.tasks;
}
