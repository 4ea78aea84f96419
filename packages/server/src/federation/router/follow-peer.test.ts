import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordRun } from '../../__fixtures__/record-run.ts';
import { writers, writing } from '../../__fixtures__/writers.ts';
import { toPeerEncoding } from '../../streams/peer-encoding.ts';
import { followPeer, type FollowPeerOptions } from './follow-peer.ts';

/** The log of a run, and each piece of it as a peer sends it. */
let events: (LogEntry | TokenEvent)[];
const END = 'event: end\r\ndata: {}\r\n\r\n';
let frames: string[];
beforeAll(async () => {
  const told = await recordRun(writers(writing('Größer … '.repeat(10))));
  events = told.filter((event) => event.type !== 'queued');
  const { encode } = toPeerEncoding({ key: 'a task' });
  frames = [...events.map((event) => String(encode(undefined, event).bytes)), END];
});

/** One entry as a peer sends it. */
const toSSE = (seq: number): string => frames[events.findIndex((event) => 'seq' in event && event.seq === seq)]!;

type Answer = (response: ServerResponse, after: number) => void;

/** A peer that answers each connection in turn; the last answer is for all that follow. */
async function startLog(...answers: Answer[]) {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    const after = Number(new URL(request.url!, 'http://x').searchParams.get('after'));
    asked.push(after);
    answers[Math.min(asked.length, answers.length) - 1]!(response, after);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const follow = (options: Partial<FollowPeerOptions> = {}) =>
    followPeer({
      peer: 'beta',
      after: 0,
      toRequest: (after) => ({ url: `http://127.0.0.1:${port}/?after=${after}`, method: 'GET', headers: {} }),
      outbound: { allowPrivateNetworks: true },
      signal: new AbortController().signal,
      pause: async () => undefined,
      ...options,
    });
  return {
    asked,
    follow,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const stream =
  (text: (after: number) => string, end: 'whole' | 'cut' | 'open' = 'whole'): Answer =>
  (response, after) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(text(after), () => end === 'cut' && response.destroy());
    if (end === 'whole') response.end();
  };
const status =
  (code: number): Answer =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end('{}');
  };

async function all(told: AsyncIterable<{ type: string }>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of told) seen.push('seq' in event ? event.seq : event.type);
  return seen;
}

describe('followPeer', () => {
  test('reads a log up to its end, with the text that is being written', async () => {
    await using log = await startLog(stream(() => frames.join(': ping\r\n\r\n')));
    const seen: unknown[] = [];
    for await (const event of log.follow()) seen.push(event);
    expect(seen).toEqual(events);
    expect(events.some(({ type }) => type === 'token')).toBe(true);
    expect(log.asked).toEqual([0]);
  });

  test('continues after the last entry when it is cut, wherever that is', async () => {
    await using log = await startLog(
      stream(() => `${toSSE(4)}${toSSE(5)}${toSSE(6).slice(0, 30)}`, 'cut'),
      stream(() => toSSE(6)),
      status(503),
      stream(() => `${toSSE(7)}${END}`),
    );
    expect(await all(log.follow({ after: 3 }))).toEqual([4, 5, 6, 7]);
    expect(log.asked).toEqual([3, 5, 6, 6]);
  });

  test('gives up after several fruitless tries in a row', async () => {
    await using log = await startLog(
      stream(() => toSSE(1), 'cut'),
      status(500),
    );
    await expect(all(log.follow({ tries: 3 }))).rejects.toMatchObject({ code: 'peer_unreachable' });
    expect(log.asked).toEqual([0, 1, 1, 1]);
  });

  test.each([401, 403, 404])('followPeer does not retry after the answer %i', async (code) => {
    await using log = await startLog(status(code));
    await expect(all(log.follow())).rejects.toMatchObject({ code: 'peer_refused' });
    expect(log.asked).toHaveLength(1);
  });

  test.each([
    ['an entry out of order', () => toSSE(2)],
    ['an entry that is none', () => 'event: entry\r\ndata: {"seq":1}\r\n\r\n'],
    ['text that is none', () => 'event: token\r\ndata: {}\r\n\r\n'],
    ['something that is no JSON', () => 'event: entry\r\ndata: x\r\n\r\n'],
  ])('followPeer does not accept %s', async (_, text) => {
    await using log = await startLog(stream(() => `${text()}${END}`));
    await expect(all(log.follow({ tries: 1 }))).rejects.toThrow(/came behind|cannot be read|expected JSON/);
  });

  test('followPeer does not read what is not a stream', async () => {
    await using log = await startLog(status(200));
    await expect(all(log.follow({ tries: 1 }))).rejects.toThrow('did not answer with a stream');
  });

  test('asks again when the log has fallen silent', async () => {
    await using log = await startLog(
      stream(() => toSSE(1), 'open'),
      stream(() => `${toSSE(2)}${END}`),
    );
    expect(await all(log.follow({ idleMs: 50 }))).toEqual([1, 2]);
    expect(log.asked).toEqual([0, 1]);
  });

  test('stops with its signal, and when its reader stops', async () => {
    await using log = await startLog(stream(() => toSSE(1), 'open'));
    const stop = new AbortController();
    const reading = all(log.follow({ signal: stop.signal }));
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    for await (const event of log.follow()) {
      expect(event).toEqual(events[0]);
      break;
    }
  });
});
