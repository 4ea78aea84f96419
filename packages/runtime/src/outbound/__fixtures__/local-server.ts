import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** A real HTTP server on a loopback address that remembers what it was asked. */
export type LocalServer = AsyncDisposable & { origin: string; port: number; requests: SeenRequest[] };

export type LocalServerOptions = { address?: string; tls?: { key: string; certificate: string } };

/**
 * Starts a server on a free port.
 *
 * @example
 * await using server = await localServer((request, response) => response.end('hello'));
 */
export async function localServer(listener: RequestListener, options: LocalServerOptions = {}): Promise<LocalServer> {
  const { address = '127.0.0.1', tls } = options;
  const requests: SeenRequest[] = [];
  const record: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    listener(request, response);
  };
  const server =
    tls === undefined ? createServer(record) : createSecureServer({ key: tls.key, cert: tls.certificate }, record);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    port,
    requests,
    [Symbol.asyncDispose]: async () => await close(server),
  };
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
