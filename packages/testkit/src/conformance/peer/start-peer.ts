import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asObject } from '../http/exchange.ts';

/** A letter as it came: where to, and what was in it. */
export type Letter = { path: string; authorization: string | undefined; message: Record<string, unknown> };

/** A swarm server that says who it is, takes letters, and remembers who asked. */
export type Peer = Disposable & { url: string; name: string; paths: string[]; letters: Letter[] };

export type PeerOptions = {
  name: string;
  public: boolean;
  host?: string;
  /** Called with every letter, after it has been taken. */
  onLetter?: (letter: Letter) => void;
};

export const PEER = {
  version: '1.3',
  description: 'A peer of the conformance suite.',
  keywords: ['conformance', 'peer'],
};

/** Starts a peer that another server can register and write to. */
export async function startPeer({ name, host = '127.0.0.1', onLetter, ...options }: PeerOptions): Promise<Peer> {
  const paths: string[] = [];
  const letters: Letter[] = [];
  const { description, keywords, version } = PEER;
  const about = { name, version, description, entrypoint: 'supervisor', keywords, public: options.public };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    const answer = (body: unknown): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (path === '/health') return answer({ status: 'healthy', swarm_name: name, timestamp: new Date().toISOString() });
    if (!path.startsWith('/interswarm/')) {
      return answer({ name: 'mail', protocol_version: version, swarm: about, status: 'running', uptime: 1 });
    }
    void readLetter(request).then((letter) => {
      letters.push(letter);
      const { task_id: taskId } = asObject(letter.message.payload);
      const runner = `swarm:${String(letter.message.source_swarm)}@${name}`;
      response.once('finish', () => onLetter?.(letter));
      answer({ swarm: name, task_id: taskId, status: 'success', local_runner: runner });
    });
    return undefined;
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    name,
    paths,
    letters,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readLetter(request: IncomingMessage): Promise<Letter> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    // A check complains about what cannot be read.
  }
  const { url: path = '', headers } = request;
  return { path, authorization: headers.authorization, message: asObject(asObject(body).message) };
}
