/** Readers who ask for a stream and never read a byte, in a thread of their own: their memory is not the server's. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

export type StalledClients = { url: string; path: string; authorization: string; count: number };

const { url, path, authorization, count } = workerData as StalledClients;
const { hostname, port } = new URL(url);

await Promise.all(
  Array.from({ length: count }, async () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`);
  }),
);
// Sockets that read nothing do not keep a thread alive.
setInterval(() => {}, 60_000);
