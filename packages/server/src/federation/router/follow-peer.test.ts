import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { followPeer, type FollowPeerOptions } from './follow-peer.ts';

const entry = (seq: number): LogEntry => ({
  seq,
  at: '2026-01-01T00:00:00.000000+00:00',
  run: 1,
  type: 'notice',
  code: 'c',
  text: `entry ${seq}`,
});
const token = { agent: 'a', turn: 1, attempt: 1, part: 0, kind: 'text', offset: 0, delta: 'hi' };
const toSSE = (seq: number) => `id: ${seq}\r\nevent: entry\r\ndata: ${JSON.stringify(entry(seq))}\r\n\r\n`;
const TOKEN = `event: token\r\ndata: ${JSON.stringify(token)}\r\n\r\n`;
const END = 'event: end\r\ndata: {}\r\n\r\n';

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

async function all(events: AsyncIterable<{ type: string }>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of events) seen.push('seq' in event ? event.seq : event.type);
  return seen;
}

describe('the log of a peer', () => {
  test('is read up to its end, with the text that is being written', async () => {
    await using log = await startLog(stream(() => `${toSSE(1)}: ping\r\n\r\n${TOKEN}${toSSE(2)}${END}`));
    const seen: unknown[] = [];
    for await (const event of log.follow()) seen.push(event);
    expect(seen).toEqual([entry(1), { type: 'token', ...token }, entry(2)]);
    expect(log.asked).toEqual([0]);
  });

  test('is read on behind the last entry after a cut, wherever that is', async () => {
    await using log = await startLog(
      stream(() => `${toSSE(4)}${toSSE(5)}${toSSE(6).slice(0, 30)}`, 'cut'),
      stream(() => toSSE(6)),
      status(503),
      stream(() => `${toSSE(7)}${END}`),
    );
    expect(await all(log.follow({ after: 3 }))).toEqual([4, 5, 6, 7]);
    expect(log.asked).toEqual([3, 5, 6, 6]);
  });

  test('is given up when nothing comes of several tries in a row', async () => {
    await using log = await startLog(
      stream(() => toSSE(1), 'cut'),
      status(500),
    );
    await expect(all(log.follow({ tries: 3 }))).rejects.toMatchObject({ code: 'peer_unreachable' });
    expect(log.asked).toEqual([0, 1, 1, 1]);
  });

  test.each([401, 403, 404])('that answers %i is not asked again', async (code) => {
    await using log = await startLog(status(code));
    await expect(all(log.follow())).rejects.toMatchObject({ code: 'peer_refused' });
    expect(log.asked).toHaveLength(1);
  });

  test.each([
    ['an entry out of order', toSSE(2)],
    ['an entry that is none', 'event: entry\r\ndata: {"seq":1}\r\n\r\n'],
    ['text that is none', 'event: token\r\ndata: {}\r\n\r\n'],
    ['something that is no JSON', 'event: entry\r\ndata: x\r\n\r\n'],
  ])('with %s is not believed', async (_, text) => {
    await using log = await startLog(stream(() => `${text}${END}`));
    await expect(all(log.follow({ tries: 1 }))).rejects.toThrow(/came behind|cannot be read|expected JSON/);
  });

  test('that is no stream is not read', async () => {
    await using log = await startLog(status(200));
    await expect(all(log.follow({ tries: 1 }))).rejects.toThrow('no stream');
  });

  test('that has fallen silent is asked again', async () => {
    await using log = await startLog(
      stream(() => toSSE(1), 'open'),
      stream(() => `${toSSE(2)}${END}`),
    );
    expect(await all(log.follow({ idleMs: 50 }))).toEqual([1, 2]);
    expect(log.asked).toEqual([0, 1]);
  });

  test('is let go with the signal, and with whoever stops reading', async () => {
    await using log = await startLog(stream(() => toSSE(1), 'open'));
    const stop = new AbortController();
    const reading = all(log.follow({ signal: stop.signal }));
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    for await (const event of log.follow()) {
      expect(event).toEqual(entry(1));
      break;
    }
  });
});
