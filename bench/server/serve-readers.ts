import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './answer-parent.ts';

/** `node:http` and nothing else: an event stream for everybody who asks, and `send` as what writes to them. */
export async function serveReaders<Order>(
  send: (readers: ReadonlySet<ServerResponse>, order: Order) => Promise<void>,
): Promise<void> {
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
      send: (order: Order) => send(readers, order),
    },
    async () => {
      server.closeAllConnections();
      server.close();
    },
  );
}
