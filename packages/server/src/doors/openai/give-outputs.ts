import { createHash } from 'node:crypto';
import { PosthouseError, problem } from '@posthouse/protocol';
import type { Office } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import type { Slice } from '../read-slice.ts';
import type { GivenOutput } from './find-continuation.ts';

/**
 * Gives a task the results that it waits for. The same results twice are given once, so a request that is sent again gets
 * the outcome of the first one. Throws `call_not_found` when nothing waits for them, and `call_answered` when others were given.
 */
export async function giveOutputs(
  { store, office, task }: { store: Store; office: Office; task: Task },
  outputs: readonly GivenOutput[],
): Promise<Slice> {
  const answers = await Promise.all(outputs.map((output) => toAnswer(store, task, output)));
  const key = createHash('sha256')
    .update(JSON.stringify(outputs.map(({ id, output }) => [id, output])))
    .digest('hex');
  const submitted = await office.resume(task.taskId, answers, { idempotencyKey: `outputs ${key}` });
  // From the pause on that asked for them: what was finished meanwhile belongs to nobody else's answer.
  const after = Math.min(submitted.after, ...outputs.map(({ call }) => call.seq));
  return { ...submitted, after, posted: submitted.after };
}

async function toAnswer(
  store: Store,
  { key }: Task,
  { call: { seq, index }, id, output }: GivenOutput,
): Promise<{ callId: string; content: string }> {
  const { entries } = await store.read(key, seq - 1, 1);
  const [entry] = entries;
  const call = entry?.type === 'paused' && entry.seq === seq ? entry.calls[index] : undefined;
  if (call !== undefined) return { callId: call.callId, content: output };
  throw unknownCall(id);
}

export function unknownCall(id: string): PosthouseError {
  return new PosthouseError({
    code: 'call_not_found',
    message: `No tool call found for function call output with call_id ${id.slice(0, 100)}.`,
    details: [problem(['input'], 'the output of a call that waits', id)],
  });
}
