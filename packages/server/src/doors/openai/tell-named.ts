import type { SwarmInstance } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import { findSlice } from '../read-slice.ts';
import { readSlice } from '../tell-slice.ts';
import type { Turn } from './conversation.ts';
import { readCallId, readItemId, toCallId } from './door-ids.ts';
import { readPause } from './read-past.ts';

type Source = { store: Store; instance: SwarmInstance };

/** A conversation in which what the client only names is told as the log has it. What is not the caller's stays a name. */
export function tellNamed(source: Source, turns: readonly Turn[]): Promise<Turn[]> {
  return Promise.all(
    turns.map(async (turn) => (turn.type === 'named' ? ((await readItem(source, turn.itemId)) ?? turn) : turn)),
  );
}

async function readItem({ store, instance }: Source, itemId: string): Promise<Turn | undefined> {
  const place = readItemId(itemId);
  const call = readCallId(itemId);
  const { taskId } = place ?? call ?? {};
  const task = taskId === undefined ? undefined : await instance.task(taskId);
  if (task === undefined) return undefined;
  if (call !== undefined) {
    const asked = (await readPause(store, task, call))?.calls[call.index];
    return (
      asked && { type: 'called', callId: toCallId(call), tool: asked.tool, input: JSON.stringify(asked.input), itemId }
    );
  }
  const slice = await findSlice(store, task, place!);
  if (slice === undefined) return undefined;
  let text = '';
  for (const telling of (await readSlice(store, task, slice)).tellings) {
    if (telling.type === 'answer') text += telling.delta;
    else if (telling.type === 'answer-retracted') text = '';
  }
  // What agents thought was no part of the conversation.
  return { type: 'said', role: 'assistant', text: itemId.startsWith('rs_') ? '' : text, itemId };
}
