import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A swarm server that only says who it is, and remembers who asked. */
export type Peer = Disposable & { url: string; name: string; paths: string[] };

export type PeerOptions = { name: string; public: boolean; host?: string };

export const PEER = {
  version: '1.3',
  description: 'A peer of the conformance suite.',
  keywords: ['conformance', 'peer'],
};

/** Starts a peer that another server can register. */
export async function startPeer({ name, host = '127.0.0.1', ...options }: PeerOptions): Promise<Peer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const { description, keywords, version } = PEER;
    const about = { name, version, description, entrypoint: 'supervisor', keywords, public: options.public };
    const health = { status: 'healthy', swarm_name: name, timestamp: new Date().toISOString() };
    const root = { name: 'mail', protocol_version: version, swarm: about, status: 'running', uptime: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/health' ? health : root));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    name,
    paths,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
