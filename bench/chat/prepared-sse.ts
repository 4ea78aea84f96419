/** What a stream costs at least: `node:http`, one `write` of bytes that are there already for each chunk and reader. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../server/answer-parent.ts';

const readers = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  response.flushHeaders();
  readers.add(response);
  response.once('close', () => readers.delete(response));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

answerParent(
  {
    address: () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '' }),
    send: async ({ chunk, chunks, burst }: { chunk: string; chunks: number; burst: number }) => {
      const bytes = Buffer.from(`data: ${chunk}\n\n`);
      for (let sent = 0; sent < chunks; sent += burst) {
        for (let index = 0; index < burst; index += 1) for (const reader of readers) reader.write(bytes);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  },
  async () => {
    server.closeAllConnections();
    server.close();
  },
);
