import { connect } from 'node:net';

/** Sends bytes as they are and gives everything that comes back until the other side closes. */
export async function rawRequest(port: number, text: string, { keepOpenMs = 3_000 } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    const timer = setTimeout(() => socket.destroy(), keepOpenMs);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}
