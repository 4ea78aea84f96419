/** What server-sent events cost at least: `node:http`, one `write` for each frame and reader, nothing else. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './answer-parent.ts';

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
    send: async ({ frame, frames }: { frame: string; frames: number }) => {
      const { data, ...rest } = JSON.parse(frame) as { data: unknown; id: string; event: string };
      for (let sent = 0; sent < frames; sent += 1) {
        const text = `id: ${rest.id}\r\nevent: ${rest.event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
        for (const reader of readers) reader.write(text);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  },
  async () => {
    server.closeAllConnections();
    server.close();
  },
);
