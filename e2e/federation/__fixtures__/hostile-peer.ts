import { generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HostilePeer = AsyncDisposable & {
  url: string;
  /** Paths that it was asked for, in order. */
  asked: string[];
};

/**
 * A server that passes for one of ours, takes every letter with a proper receipt, and does nothing for it: where its log
 * should be, it sends nonsense without end.
 */
export async function startHostilePeer(name: string, caller: string): Promise<HostilePeer> {
  const asked: string[] = [];
  const { publicKey } = generateKeyPairSync('ed25519');
  const info = {
    name: 'mail',
    protocol_version: '1.3',
    swarm: { name, version: '1.0.0', description: 'Friendly.', entrypoint: 'boss', keywords: [], public: true },
    status: 'running',
    uptime: 1,
    features: ['federation'],
    public_key: publicKey.export({ format: 'jwk' }).x,
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path.replace(/\?.*/, ''));
    request.resume();
    if (path === '/') return void response.end(JSON.stringify(info));
    if (path.startsWith('/interswarm/tasks/') && path.includes('/events')) return void babble(response);
    const receipt = { swarm: name, task_id: 't', status: 'success', local_runner: `swarm:${caller}@${name}` };
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(receipt));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Entries that cannot be, in every way that a stream allows. */
function babble(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': hello\n\nevent: entry\ndata: {"seq": 1, "type": "run-ended", "outcome": "complete"}\n\n');
  response.write('event: token\ndata: [[[[\n\n');
  response.end('event: entry\ndata: {"seq": -7}\n\nevent: entry\nid: x\n\n');
}
