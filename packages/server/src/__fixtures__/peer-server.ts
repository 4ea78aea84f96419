import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another swarm server on this machine that answers with whatever it is told to, or with what a path deserves. */
export async function startPeer(
  answer: unknown,
  status = 200,
): Promise<AsyncDisposable & { url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const body: unknown =
      typeof answer === 'function' ? (answer as (path: string) => unknown)(request.url ?? '') : answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a MAIL server says of itself. */
export function peerInfo(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'mail',
    protocol_version: '1.3',
    swarm: {
      name: 'weather',
      version: '1.0.0',
      description: 'Knows the sky.',
      entrypoint: 'supervisor',
      keywords: ['sky'],
      public: true,
      ...fields,
    },
    status: 'running',
    uptime: 1,
  };
}
