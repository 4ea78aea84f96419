/** Readers of event streams that ask for one and then take nothing of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerParent } from './answer-parent.ts';
import type { Address } from './throughput.ts';

const sockets: Socket[] = [];

answerParent(
  {
    open: async ({ address: { url, token }, paths }: { address: Address; paths: string[] }) => {
      const { hostname, port, host } = new URL(url);
      // Not all at once: the queue of connections that wait to be accepted is short.
      for (let start = 0; start < paths.length; start += 50) {
        await Promise.all(
          paths.slice(start, start + 50).map(async (path) => {
            const socket = connect(Number(port), hostname);
            sockets.push(socket);
            socket.on('error', () => {});
            await once(socket, 'connect');
            socket.pause();
            socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
          }),
        );
      }
    },
    close: () => {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  },
  async () => undefined,
);
