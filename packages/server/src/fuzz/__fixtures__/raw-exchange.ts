import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are and gives everything that comes back until the server hangs up; undefined if it never does. */
export async function rawExchange(
  url: string,
  bytes: Buffer | string,
  milliseconds = 5_000,
): Promise<string | undefined> {
  const socket = await openSocket(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  // Ends our side as well: whoever waits for more of the request learns that there is none.
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(new Error('too late')), milliseconds);
  let late = false;
  socket.on('error', (error) => (late = error.message === 'too late'));
  await closed.catch(() => {});
  clearTimeout(timer);
  return late ? undefined : Buffer.concat(chunks).toString('latin1');
}
