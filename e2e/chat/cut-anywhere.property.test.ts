import type { RunEvent } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toComparable } from '../../packages/chat/src/__fixtures__/ai-sdks.ts';
import { findOrderProblems } from '../../packages/chat/src/__fixtures__/find-order-problems.ts';
import { options, runArbitrary } from '../../packages/chat/src/adapters/mail/__fixtures__/run-play.ts';
import { toRunMessage } from '../../packages/chat/src/adapters/mail/to-run-message.ts';
import type { UIChunk } from '../../packages/chat/src/chunks/ui-chunk.ts';
import { MessageAccumulator } from '../../packages/chat/src/messages/message-accumulator.ts';
import { settleApprovals } from '../../packages/chat/src/messages/settle-approvals.ts';
import { toCursor } from '../../packages/chat/src/routes/read-query.ts';
import { CollectingConnection } from '../../packages/chat/src/streams/__fixtures__/collecting-connection.ts';
import { PlayedTask } from '../../packages/chat/src/streams/__fixtures__/played-task.ts';
import { RunDesk } from '../../packages/chat/src/streams/run-desk.ts';
import { Delivered } from '../../packages/client/src/chat/delivered.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));
/** A cut in the middle of an entry is rare. */
const numRuns = 5 * (fc.readConfigureGlobal().numRuns ?? 100);
const isDelta = ({ type }: UIChunk): boolean => type === 'text-delta' || type === 'reasoning-delta';

/** The same run with longer words: every character comes so many times. */
function stretch(events: readonly RunEvent[], times: number): RunEvent[] {
  return JSON.parse(JSON.stringify(events), (key, value: unknown) => {
    if (key === 'offset') return Number(value) * times;
    if ((key !== 'text' && key !== 'delta') || typeof value !== 'string') return value;
    return [...value].map((character) => character.repeat(times)).join('');
  }) as RunEvent[];
}

/** Reads a run as our transport does, over connections that end when a test says so. */
class CutReader {
  readonly chunks: UIChunk[] = [];
  readonly #delivered = new Delivered();
  readonly #open: (cursor: ReturnType<typeof toCursor>) => CollectingConnection;
  #connection: CollectingConnection | undefined;

  constructor(open: (cursor: ReturnType<typeof toCursor>) => CollectingConnection) {
    this.#open = open;
  }

  come(): void {
    if (this.#connection !== undefined || this.#delivered.finished) return;
    const query = new URLSearchParams(this.#delivered.hasPlace ? this.#delivered.toQuery() : '');
    const has = query.getAll('has');
    this.#connection = this.#open(toCursor(query.get('after') ?? undefined, has.length === 0 ? undefined : has));
  }

  /** The connection breaks; that share of what was sent has arrived. */
  cut(share: number): void {
    const { frames } = this.#connection ?? {};
    if (frames === undefined) return;
    this.#connection!.leave();
    this.#connection = undefined;
    this.#delivered.begin();
    for (const { chunk, id } of frames.slice(0, Math.round(frames.length * share))) {
      const news = this.#delivered.take(chunk as never, id);
      if (news !== undefined) this.chunks.push(news as never);
    }
  }

  async readOn(): Promise<void> {
    this.come();
    await this.#connection?.ended.promise;
    this.cut(1);
  }
}

function accumulate(chunks: readonly UIChunk[]) {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return toComparable(settleApprovals(accumulator.message));
}

const cutsArbitrary = fc.array(
  fc.record({
    happen: fc.nat({ max: 5 }),
    ticks: fc.nat({ max: 3 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 30, size: 'max' },
);

describe('a reader that is cut off', () => {
  test('has the same chunks in the same order as one that is not, wherever the cuts are', async () => {
    await fc.assert(
      fc.asyncProperty(runArbitrary, cutsArbitrary, fc.constantFrom(1, 600), async (played, cuts, times) => {
        const task = new PlayedTask(stretch(played, times));
        const desk = new RunDesk(task.desk);
        const open = (cursor?: ReturnType<typeof toCursor>): CollectingConnection => {
          const connection = new CollectingConnection();
          const leaving = connection.leaving.signal;
          void desk.read({ task: task.task, run: options.run, after: 2 }, { connection, leaving, ...cursor });
          return connection;
        };
        const reader = new CutReader(open);
        for (const { happen, ticks, share } of cuts) {
          reader.come();
          task.happen(happen);
          for (let count = 0; count < ticks; count += 1) await tick();
          reader.cut(share);
        }
        task.happen(played.length);
        await reader.readOn();
        expect([task.errors, findOrderProblems(reader.chunks)]).toEqual([[], []]);
        const finish = reader.chunks.at(-1) as { messageMetadata?: { outcome?: string; seq?: number } };
        const { outcome, seq = Number.POSITIVE_INFINITY } = finish.messageMetadata ?? {};
        const entries = task.entries.filter((entry) => entry.seq <= seq);
        expect(accumulate(reader.chunks)).toEqual(toComparable(toRunMessage(entries, options)));
        if (outcome === 'paused') return;
        const uncut = open();
        await uncut.ended.promise;
        const isOther = (chunk: UIChunk): boolean => !isDelta(chunk);
        expect(reader.chunks.filter(isOther)).toEqual(uncut.chunks.filter(isOther));
      }),
      { numRuns },
    );
  });
});
