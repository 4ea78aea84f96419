import { type MAILFrame, mailFrameWire } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { LogServer, type PlayedEntry } from '../__fixtures__/log-server.ts';
import { call, end, notice, ping, token } from '../__fixtures__/wire-events.ts';
import { createClient } from '../index.ts';

const full = process.env.TEST_FULL === '1';
const numRuns = full ? 1_000 : 50;

type Draft = { texts: string[]; frames: number };

/** A log of turns: each writes its text in pieces, then shows as one to three frames. */
function toEntries(drafts: readonly Draft[]): PlayedEntry[] {
  const entries = drafts.map(({ texts, frames }, index): PlayedEntry => {
    const id = String(index + 1);
    let offset = 0;
    const live = texts.map((delta) => {
      const piece = token('a', [index + 1, 1, 0], offset, delta);
      offset += delta.length;
      return piece;
    });
    const before = Array.from({ length: frames }, (_, part) => notice(`${id} ${part} ü€𝄞`));
    return { live: [...live, ping], frames: [...before, call('a', 'look', id)] };
  });
  return [...entries, { live: [], frames: [end('done', String(drafts.length + 1))] }];
}

const draft = fc.record({ texts: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }), frames: fc.nat(2) });
const played = fc.record({
  drafts: fc.array(draft, { maxLength: 6 }),
  cuts: fc.array(fc.nat(1_500), { maxLength: 8 }),
  chunk: fc.integer({ min: 30, max: 400 }),
});

function compare(frames: readonly MAILFrame[], drafts: readonly Draft[]): void {
  const log = toEntries(drafts).flatMap((entry) => entry.frames);
  expect(frames.filter((frame) => frame.event !== 'token')).toEqual(log.map((wire) => mailFrameWire.parse(wire).value));
  const texts = drafts.map(() => '');
  for (const frame of frames) if (frame.event === 'token') texts[frame.data.turn - 1] += frame.data.delta;
  // What came before a cut may be all that was shown of a turn, because then it was recorded; but nothing twice.
  for (const [index, text] of texts.entries()) expect(drafts[index]!.texts.join('').startsWith(text)).toBe(true);
}

const streams = { firstWaitMs: 1, mostWaitMs: 2 };

test('wherever connections are cut, a follower has seen the log, and no text twice', async () => {
  await fc.assert(
    fc.asyncProperty(played, async ({ drafts, cuts, chunk }) => {
      await using server = await LogServer.start({ entries: toEntries(drafts), cuts: [3, ...cuts], chunk });
      const client = createClient({ baseUrl: server.url, streams });
      const { items, error } = await drain(client.follow('task-1', { tokens: true }));
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
      const { items, error } = await drain(client.postMessageStream({ body: 'b' }, { tokens: true }));
      expect(error).toBeUndefined();
      compare(items, drafts);
      expect(server.messages.size).toBe(1);
    }),
    { numRuns },
  );
}, 600_000);
