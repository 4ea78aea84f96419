import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Backlog } from '@posthouse/chat';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { until } from '../__fixtures__/until.ts';
import { ServedSwarms } from '../served-swarms.ts';
import { quiet } from '../logging/quiet.ts';
import { StreamHub } from './stream-hub.ts';

const BODY = 240_000;
const MiB = 2 ** 20;

/** Asks for a stream and then takes nothing of it. */
async function stall(port: number): Promise<Socket> {
  const socket = connect(port);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return socket;
}

/** Reads a stream to its end, with a pause after every piece of it. */
async function read(port: number, pause: () => Promise<unknown>): Promise<Buffer> {
  const asked = request({ port });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) {
    pieces.push(piece as Buffer);
    await pause();
  }
  return Buffer.concat(pieces);
}

test('ten stalled readers of 24 MB hold little memory and are dropped, and a slow one gets every byte', async () => {
  await using store = await openStore('sqlite::memory:');
  const served = await ServedSwarms.open({ store, swarms: [clerks()], logger: quiet });
  const instance = served.instance({ role: 'user', id: 'alice', token: 'alice' });
  // Each run tells its message and an answer that repeats it.
  for (let run = 0; run < 25; run += 1) {
    await instance.answer(await instance.submit({ taskId: 'long', body: `${run} ${'x'.repeat(BODY)}` }));
  }
  const task = (await instance.task('long'))!;
  const backlog = new Backlog(8 * MiB);
  let dropped = 0;
  const observer = { opened: () => undefined, closed: () => undefined, dropped: () => void (dropped += 1) };
  const desk = new StreamHub({ engine: served.engine, logger: quiet, observer, backlog, pingMs: 300, stallMs: 2_000 });
  const server = serve({
    port: 0,
    fetch: (_, env) => new Response(desk.open({ task, after: 0, outgoing: (env as HttpBindings).outgoing })),
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, backlog.bytes)), 1);
  const stalled = await Promise.all(Array.from({ length: 10 }, () => stall(port)));
  const [fast, slow] = await Promise.all([
    read(port, async () => undefined),
    read(port, () => new Promise((resolve) => setImmediate(resolve))),
  ]);
  expect(fast.byteLength).toBeGreaterThan(24_000_000);
  expect(slow.equals(fast)).toBe(true);
  await until(() => dropped === 10);
  expect(desk.load).toEqual({ streams: 0, feeds: 0 });
  expect(backlog.bytes).toBe(0);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(8 * MiB);
  clearInterval(watch);
  for (const socket of stalled) socket.destroy();
  server.close();
  await served.drain(0);
});
