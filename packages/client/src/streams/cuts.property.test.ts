import { type MAILFrame, mailFrameWire } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { LogServer, type PlayedEntry } from '../__fixtures__/log-server.ts';
import { call, end, notice, ping } from '../__fixtures__/wire-events.ts';
import { createClient } from '../index.ts';

const full = process.env.TEST_FULL === '1';
const numRuns = full ? 1_000 : 50;

/** A log of turns, each of which shows as one to three frames. */
function toEntries(drafts: readonly number[]): PlayedEntry[] {
  const entries = drafts.map((frames, index): PlayedEntry => {
    const id = String(index + 1);
    const before = Array.from({ length: frames }, (_, part) => notice(`${id} ${part} ü€𝄞`));
    return { live: [ping], frames: [...before, call('a', 'look', id)] };
  });
  return [...entries, { live: [], frames: [end('done', String(drafts.length + 1))] }];
}

const played = fc.record({
  drafts: fc.array(fc.nat(2), { maxLength: 6 }),
  cuts: fc.array(fc.nat(1_500), { maxLength: 8 }),
  chunk: fc.integer({ min: 30, max: 400 }),
});

function compare(frames: readonly MAILFrame[], drafts: readonly number[]): void {
  const log = toEntries(drafts).flatMap((entry) => entry.frames);
  expect(frames).toEqual(log.map((wire) => mailFrameWire.parse(wire).value));
}

const streams = { firstWaitMs: 1, mostWaitMs: 2 };

test('wherever connections are cut, a follower has seen the log', async () => {
  await fc.assert(
    fc.asyncProperty(played, async ({ drafts, cuts, chunk }) => {
      await using server = await LogServer.start({ entries: toEntries(drafts), cuts: [3, ...cuts], chunk });
      const client = createClient({ baseUrl: server.url, streams });
      const { items, error } = await drain(client.follow('task-1'));
      expect(error).toBeUndefined();
      compare(items, drafts);
    }),
    { numRuns },
  );
}, 600_000);

test('wherever connections are cut, a message is one message, and its stream is whole', async () => {
  await fc.assert(
    fc.asyncProperty(played, async ({ drafts, cuts, chunk }) => {
      await using server = await LogServer.start({ entries: toEntries(drafts), cuts: [3, ...cuts], chunk });
      const client = createClient({ baseUrl: server.url, streams });
      const { items, error } = await drain(client.postMessageStream({ body: 'b' }));
      expect(error).toBeUndefined();
      compare(items, drafts);
      expect(server.messages.size).toBe(1);
    }),
    { numRuns },
  );
}, 600_000);
