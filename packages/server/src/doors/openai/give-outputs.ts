import { createHash } from 'node:crypto';
import { PosthouseError, problem } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import type { Slice } from '../read-slice.ts';
import type { Turn } from './conversation.ts';
import { type CallPlace, readCallId } from './door-ids.ts';
import { readPause } from './read-past.ts';

/** A result for a call that a task has made. */
export type GivenOutput = { call: CallPlace; id: string; output: string };

/** Results in what is new, for calls of that task; and what is left to be told in words. */
export function splitOutputs(news: readonly Turn[], taskId: string): { outputs: GivenOutput[]; words: Turn[] } {
  const outputs: GivenOutput[] = [];
  const words: Turn[] = [];
  for (const turn of news) {
    const call = turn.type === 'gave' ? readCallId(turn.callId) : undefined;
    if (turn.type === 'gave' && call?.taskId === taskId) outputs.push({ call, id: turn.callId, output: turn.output });
    else words.push(turn);
  }
  return { outputs, words };
}

/**
 * Gives a task the results that it waits for. The same results twice are given once, so a request that is sent again gets
 * the outcome of the first one. Throws `call_not_found` when nothing waits for them, and `call_answered` when others were given.
 */
export async function giveOutputs(
  { store, instance, task }: { store: Store; instance: SwarmInstance; task: Task },
  outputs: readonly GivenOutput[],
): Promise<{ slice: Slice; callIds: ReadonlySet<string> }> {
  const answers = await Promise.all(outputs.map((output) => toAnswer(store, task, output)));
  const key = createHash('sha256')
    .update(JSON.stringify(outputs.map(({ id, output }) => [id, output])))
    .digest('hex');
  const submitted = await instance.resume(task.taskId, answers, { idempotencyKey: `outputs ${key}` });
  // From the pause on that asked for them: what was finished meanwhile belongs to nobody else's answer.
  const after = Math.min(submitted.after, ...outputs.map(({ call }) => call.seq));
  const slice = { ...submitted, after, posted: submitted.after };
  return { slice, callIds: new Set(answers.map(({ callId }) => callId)) };
}

async function toAnswer(
  store: Store,
  task: Task,
  { call, id, output }: GivenOutput,
): Promise<{ callId: string; content: string }> {
  const asked = (await readPause(store, task, call))?.calls[call.index];
  if (asked !== undefined) return { callId: asked.callId, content: output };
  throw unknownCall(id);
}

export function unknownCall(id: string): PosthouseError {
  return new PosthouseError({
    code: 'call_not_found',
    message: `No tool call found for function call output with call_id ${id.slice(0, 100)}.`,
    details: [problem(['input'], 'the output of a call that waits', id)],
  });
}
