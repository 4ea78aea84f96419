import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { PlayServer, sendJSON, startSSE } from '../__fixtures__/play-server.ts';
import { END, eventsAfter, ping, toText, withoutIds } from '../__fixtures__/recorded.ts';
import { memoryOfError } from '../__fixtures__/wire-events.ts';
import { createClient, isEnd } from '../index.ts';

/**
 * Streams as the reference implementation sent them. They are not ours to commit: `MAIL_REFERENCE_DATA` names the folder,
 * and without it the tests run on a stream of our own that has the same peculiarities.
 */
const folder = process.env.MAIL_REFERENCE_DATA;
const ownStream = toText(ping, memoryOfError, ...withoutIds(eventsAfter(END))).replaceAll('/', '\\/');
const recorded: [string, Buffer][] = [
  ['our own', Buffer.from(ownStream)],
  ...(folder === undefined ? [] : readdirSync(join(folder, 'wire')))
    .filter((name) => name.endsWith('.sse'))
    .map((name): [string, Buffer] => [name, readFileSync(join(folder!, 'wire', name))]),
];

/** What is in a recording, by the simplest means. */
function toNames(bytes: Buffer): string[] {
  return [...bytes.toString().matchAll(/^event: (\w+)\r$/gm)]
    .map((match) => match[1]!)
    .filter((name) => name !== 'ping');
}

/** A server like the reference: it streams what was recorded, knows no keys and gives no ids. */
function play(bytes: Buffer, cut: number, chunk: number) {
  return PlayServer.start(async ({ path }, response) => {
    if (path !== '/message') return sendJSON(response, { detail: 'Not Found' }, 404);
    startSSE(response);
    const shown = bytes.subarray(0, cut);
    for (let start = 0; start < shown.length; start += chunk) {
      await new Promise((resolve) => response.write(shown.subarray(start, start + chunk), resolve));
    }
    if (cut >= bytes.length) return response.end();
    return setTimeout(() => response.destroy(), 5);
  });
}

describe.each(recorded)('a stream of the reference: %s', (_, bytes) => {
  test('a stream of the reference is read from beginning to end', async () => {
    await using server = await play(bytes, bytes.length, 1_000);
    const { items, error } = await drain(createClient({ baseURL: server.url }).postMessageStream({ body: 'b' }));
    expect(error).toBeUndefined();
    expect(items.map(({ event }) => event)).toEqual(toNames(bytes));
    expect(items.filter(isEnd)).toHaveLength(1);
    expect(isEnd(items.at(-1)!)).toBe(true);
  });

  test('a stream gives what had come wherever it is cut, reports the cut, and posts nothing twice', async () => {
    const place = fc.record({
      cut: fc.integer({ min: 0, max: bytes.length - 5 }),
      chunk: fc.integer({ min: 50, max: 5_000 }),
    });
    await fc.assert(
      fc.asyncProperty(place, async ({ cut, chunk }) => {
        await using server = await play(bytes, cut, chunk);
        const client = createClient({ baseURL: server.url, streams: { firstWaitMs: 1, mostWaitMs: 1 } });
        const { items, error } = await drain(client.postMessageStream({ body: 'b' }));
        const shown = items.map(({ event }) => event);
        expect(toNames(bytes).slice(0, shown.length)).toEqual(shown);
        expect(error).toMatchObject({ code: 'stream_cut', message: expect.stringMatching(/no(r event)? ids/) });
        expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 100 : 3 },
    );
  });
});
