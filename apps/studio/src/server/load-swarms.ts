import type { Server } from '@posthouse/components';
import { type UISwarms, uiSwarmsWire } from '@posthouse/protocol';

/** The swarms that there are to talk to. */
export async function loadSwarms(server: Server, signal?: AbortSignal): Promise<UISwarms> {
  return uiSwarmsWire.parse(await server.ask('/ui/swarms', { signal })).value;
}
