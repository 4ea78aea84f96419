import type { LogEntry } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { actor, complete, type Line, logOf } from '../__fixtures__/play.ts';
import { swarm } from '../swarm.ts';
import type { SwarmInstance } from './swarm-instance.ts';

const runsOf = (log: LogEntry[]) =>
  log
    .filter((entry) => entry.type === 'run-started' || entry.type === 'run-ended')
    .map((entry) => (entry.type === 'run-ended' ? `${entry.outcome}: ${entry.text}` : `run ${entry.run}`));

/** A writer that repeats what it has just been told; the first time it waits until it is let go. */
async function writing(
  play: (instance: SwarmInstance, gate: { begun: Promise<void>; open: () => void }) => Promise<void>,
) {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const answer: Line = ({ inputs }) => ({ calls: complete(inputs.map(({ message }) => message.body).join(' + ')) });
  const first: Line = async (input) => {
    begun.resolve();
    const stopped = new Promise<never>((_, reject) =>
      input.signal.addEventListener('abort', () => reject(input.signal.reason as Error)),
    );
    await Promise.race([gate.promise, stopped]);
    return answer(input);
  };
  await using store = await openStore('sqlite::memory:');
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'writer',
    agents: [
      actor('writer', [first, answer, answer, answer], {
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  });
  await using instance = await team.instantiate({ store, userId: 'u-1' });
  await instance.submit({ taskId: 't', body: 'one' });
  await play(instance, { begun: begun.promise, open: gate.resolve });
}

describe('a message that comes while a run is at work', () => {
  test('waits for a run of its own, and so does the next', async () => {
    await writing(async (instance, { begun, open }) => {
      await begun;
      const two = await instance.submit({ taskId: 't', body: 'two', whenOpen: 'queue' });
      const three = await instance.submit({ taskId: 't', body: 'three', whenOpen: 'queue' });
      open();
      const answers = [await instance.answer(two), await instance.answer(three)];
      expect(answers.map(({ run, response }) => [run, response])).toEqual([
        [2, 'two'],
        [3, 'three'],
      ]);
      const log = await logOf(instance, 't');
      expect(runsOf(log)).toEqual(['run 1', 'complete: one', 'run 2', 'complete: two', 'run 3', 'complete: three']);
    });
  });

  test('a message that waits is never answered when everything is stopped', async () => {
    await writing(async (instance, { begun }) => {
      await begun;
      await instance.submit({ taskId: 't', body: 'two', whenOpen: 'queue' });
      await instance.cancel('t');
      await instance.awaitQueueEmpty('t');
      expect(runsOf(await logOf(instance, 't'))).toEqual(['run 1', 'cancelled: The run was cancelled.']);
      // And it does not turn up later either.
      const four = await instance.postMessage({ taskId: 't', body: 'four' });
      expect(four).toMatchObject({ run: 2, response: 'four' });
    });
  });

  test('interrupts the agent it is for, and is answered by the same run', async () => {
    await writing(async (instance, { begun }) => {
      await begun;
      const two = await instance.submit({ taskId: 't', body: 'two', whenOpen: 'interrupt' });
      expect(await instance.answer(two)).toMatchObject({ run: 1, status: 'complete', response: 'one + two' });
    });
  });

  test('leaves no trace when it is refused', async () => {
    await writing(async (instance, { begun, open }) => {
      await begun;
      const refused = instance.submit({ taskId: 't', body: 'two', whenOpen: 'refuse' });
      await expect(refused).rejects.toMatchObject({ code: 'task_running' });
      open();
      await instance.awaitQueueEmpty('t');
      await expect
        .poll(async () => runsOf(await logOf(instance, 't')), { timeout: 15_000 })
        .toEqual(['run 1', 'complete: one']);
      const log = await logOf(instance, 't');
      expect(log.filter((entry) => entry.type === 'message' && entry.to === 'writer')).toHaveLength(1);
    });
  });

  test('a message that waits is posted once, however often it is sent', async () => {
    await writing(async (instance, { begun, open }) => {
      await begun;
      const send = () => instance.submit({ taskId: 't', body: 'two', whenOpen: 'queue', idempotencyKey: 'two' });
      const sent = await Promise.all([send(), send(), send()]);
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
      open();
      expect(await instance.answer(sent[0]!)).toMatchObject({ run: 2, response: 'two' });
      expect(await instance.answer(await send())).toMatchObject({ run: 2, response: 'two' });
    });
  });

  test('keeps its routing info', async () => {
    await writing(async (instance, { begun, open }) => {
      await begun;
      open();
      await instance.submit({
        taskId: 't',
        body: 'two',
        whenOpen: 'queue',
        routingInfo: { chat: { messageId: 'u2' } },
      });
      const log = await logOf(instance, 't');
      const posted = log.find((entry) => entry.type === 'message' && entry.message.message.body === 'two');
      expect(posted).toMatchObject({ message: { message: { routingInfo: { chat: { messageId: 'u2' } } } } });
    });
  });
});
