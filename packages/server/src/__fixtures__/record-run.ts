import type { RunEvent } from '@posthouse/protocol';
import type { SwarmDefinition } from '@posthouse/runtime';
import { Stage } from './stage.ts';

/** A run of a swarm, up to its end or to where it waits for somebody, as whoever watched it was told. */
export async function recordRun(definition: SwarmDefinition): Promise<RunEvent[]> {
  await using stage = await Stage.open({ swarms: [definition] });
  const instance = stage.served.instance({ role: 'user', id: 'alice', token: '' });
  const { taskId } = await instance.submit({ body: 'go' });
  const events: RunEvent[] = [];
  for await (const event of instance.follow(taskId, { tokens: true, until: 'pause' })) events.push(event);
  return events;
}
