import { mailFrameWire } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { LogServer } from '../__fixtures__/log-server.ts';
import { eventsUpTo, PAUSE, taskEvents, type WireEvent } from '../__fixtures__/recorded.ts';
import { createClient } from '../index.ts';

const full = process.env.TEST_FULL === '1';
const numRuns = full ? 500 : 20;
const toFrames = (events: readonly WireEvent[]) => events.map((wire) => mailFrameWire.parse(wire).value);

const played = fc.record({
  cuts: fc.array(fc.nat(4_000), { maxLength: 8 }),
  chunk: fc.integer({ min: 30, max: 1_000 }),
});

const streams = { firstWaitMs: 1, mostWaitMs: 2 };

test('a follower sees the whole log, wherever connections are cut', async () => {
  await fc.assert(
    fc.asyncProperty(played, async ({ cuts, chunk }) => {
      await using server = await LogServer.start({ events: taskEvents, cuts: [3, ...cuts], chunk });
      const client = createClient({ baseURL: server.url, streams });
      const { items, error } = await drain(client.follow('task-1'));
      expect(error).toBeUndefined();
      expect(items).toEqual(toFrames(taskEvents));
    }),
    { numRuns },
  );
}, 600_000);

test('a message is posted once and its stream is whole, wherever connections are cut', async () => {
  const events = eventsUpTo(PAUSE);
  await fc.assert(
    fc.asyncProperty(played, async ({ cuts, chunk }) => {
      await using server = await LogServer.start({ events, cuts: [3, ...cuts], chunk });
      const client = createClient({ baseURL: server.url, streams });
      const { items, error } = await drain(client.postMessageStream({ body: 'b' }));
      expect(error).toBeUndefined();
      expect(items).toEqual(toFrames(events));
      expect(server.messages.size).toBe(1);
    }),
    { numRuns },
  );
}, 600_000);
