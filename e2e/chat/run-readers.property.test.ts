import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findInvalidChunks, toComparable } from '../../packages/chat/src/__fixtures__/ai-sdks.ts';
import { toRunMessage } from '../../packages/chat/src/run-messages/to-run-message.ts';
import type { UIChunk } from '../../packages/chat/src/chunks/ui-chunk.ts';
import { MessageAccumulator } from '../../packages/chat/src/messages/message-accumulator.ts';
import { settleApprovals } from '../../packages/chat/src/messages/settle-approvals.ts';
import type { UIMessage } from '../../packages/chat/src/messages/ui-message.ts';
import { RunStreams } from '../../packages/chat/src/streams/run-streams.ts';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import { findOrderProblems } from './__fixtures__/find-order-problems.ts';
import { PlayedTask } from './__fixtures__/played-task.ts';
import { type RecordedRun, recordedRuns } from './__fixtures__/record-runs.ts';

/** Every sample is a whole evening of comings and goings. */
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);
const tick = () => new Promise((resolve) => setImmediate(resolve));

let runs: RecordedRun[];
beforeAll(async () => {
  runs = await recordedRuns();
}, 600_000);

function accumulate(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return toComparable(settleApprovals(accumulator.message));
}

/** Where in the log a stream ended. */
function seqOf(chunks: readonly UIChunk[]): number {
  const last = chunks.at(-1)! as { messageMetadata?: { seq?: number } };
  const metadata = chunks.findLast((chunk) => chunk.type === 'message-metadata') as typeof last | undefined;
  return last.messageMetadata?.seq ?? metadata?.messageMetadata?.seq ?? Number.POSITIVE_INFINITY;
}

/** Whether a stream ended because somebody was asked. */
function isAsked(chunks: readonly UIChunk[]): boolean {
  const { messageMetadata } = chunks.at(-1)! as { messageMetadata?: { outcome?: string } };
  return messageMetadata?.outcome === 'paused';
}

const scheduleArbitrary = fc.array(
  fc.record({
    happen: fc.nat({ max: 6 }),
    comes: fc.boolean(),
    leaves: fc.boolean(),
    lags: fc.boolean(),
    ticks: fc.nat({ max: 3 }),
  }),
  { maxLength: 25, size: 'max' },
);

describe('readers of a run', () => {
  test('readers get the same message, whenever they come or fall behind, and nothing twice after a pause', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), scheduleArbitrary, async (number, schedule) => {
        const recorded = runs[number % runs.length]!;
        const { events, run, after } = recorded;
        const task = new PlayedTask(recorded);
        const desk = new RunStreams(task.desk);
        const open: { connection: CollectingConnection; before: UIChunk[] }[] = [];
        const come = (before: UIChunk[] = []): void => {
          const connection = new CollectingConnection();
          open.push({ connection, before });
          const seen = before.length === 0 ? {} : { seen: seqOf(before) };
          void desk.read({ task: task.task, run, after }, { connection, leaving: connection.leaving.signal, ...seen });
        };
        for (const { happen, comes, leaves, lags, ticks } of schedule) {
          if (comes) come();
          // Whoever falls behind is told the rest by the log, from where it is in the middle of a text.
          if (lags) for (const { connection } of open.filter((_, index) => index % 2 === 0)) connection.isBehind = true;
          task.happen(happen);
          for (let count = 0; count < ticks; count += 1) await tick();
          if (leaves) open.find(({ connection }) => !connection.closed)?.connection.leave();
          // Whoever was told of a question continues the message once it is answered.
          const asked = open.find(({ connection }) => connection.isDone && isAsked(connection.chunks) && !task.isOver);
          if (asked !== undefined && open.length < 40) come([...asked.before, ...asked.connection.chunks]);
        }
        come();
        task.happen(events.length);
        for (const { connection } of open) await connection.ended.promise;
        expect([task.errors, desk.feeds]).toEqual([[], 0]);
        for (const { connection, before } of open.filter(({ connection: each }) => each.isDone)) {
          const chunks = [...before, ...connection.chunks];
          expect(connection.chunks.at(-1)?.type).toBe('finish');
          expect(await findInvalidChunks(connection.chunks)).toEqual([]);
          const entries = task.entries.filter((entry) => entry.seq <= seqOf(connection.chunks));
          expect(accumulate(chunks)).toEqual(toComparable(toRunMessage(entries, recorded)));
        }
        const whole = open.filter(({ connection, before }) => connection.isDone && before.length === 0);
        expect(whole.flatMap(({ connection }) => findOrderProblems(connection.chunks))).toEqual([]);
        expect(open.at(-1)!.connection.isDone).toBe(true);
      }),
      { numRuns },
    );
  });

  test('readers share one follower, which ends with the last of them', async () => {
    const recorded = runs[0]!;
    const { run, after } = recorded;
    const task = new PlayedTask(recorded);
    task.happen(3);
    const desk = new RunStreams(task.desk);
    const connections = Array.from({ length: 5 }, () => new CollectingConnection());
    for (const connection of connections) {
      await desk.read({ task: task.task, run, after }, { connection, leaving: connection.leaving.signal });
    }
    await tick();
    expect([task.followers, desk.feeds]).toEqual([1, 1]);
    for (const connection of connections) connection.leave();
    await tick();
    expect([task.followers, desk.feeds]).toEqual([0, 0]);
  });

  test('readers are cut off when the log cannot be read on, and the reason is reported', async () => {
    const recorded = runs[0]!;
    const { run, after } = recorded;
    const task = new PlayedTask(recorded);
    task.happen(3);
    const broken = { ...task.desk, engine: { ...task.desk.engine, follow: () => fail() } };
    const desk = new RunStreams(broken);
    const connection = new CollectingConnection();
    await desk.read({ task: task.task, run, after }, { connection, leaving: connection.leaving.signal });
    expect(await connection.ended.promise).toBe('dropped');
    expect([task.errors.map(String), connection.isDone, desk.feeds]).toEqual([['Error: the disk is gone'], false, 0]);
  });
});

// oxlint-disable-next-line require-yield -- it fails before it has anything to give.
async function* fail(): AsyncGenerator<never> {
  throw new Error('the disk is gone');
}
