import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request on its way. */
export type Mishap =
  | 'fine'
  /** It never arrives. */
  | 'lost'
  /** It arrives, and nobody hears of it. */
  | 'unanswered'
  /** Something else answers: a page, an error. */
  | 'garbage'
  | 'busy'
  /** It arrives, but late. */
  | 'slow'
  /** Its answer breaks off after some bytes. */
  | 'cut';

const MISHAPS: Mishap[] = ['lost', 'unanswered', 'garbage', 'busy', 'slow', 'cut'];

/** The same dice for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export type BadRoad = AsyncDisposable & { url: string; mishaps: Mishap[] };

/** A road to a server on which things happen, so often and no more than so many times. */
export async function startBadRoad(
  target: string,
  { seed, share, most }: { seed: number; share: number; most: number },
): Promise<BadRoad> {
  const dice = seeded(seed);
  const mishaps: Mishap[] = [];
  const draw = (path: string): Mishap => {
    if (!path.startsWith('/interswarm/') || mishaps.length >= most || dice() > share) return 'fine';
    const mishap = MISHAPS[Math.floor(dice() * MISHAPS.length)]!;
    mishaps.push(mishap);
    return mishap;
  };
  const server = createServer((incoming, outgoing) => void carry(incoming, outgoing, target, draw(incoming.url ?? '')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mishaps,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function carry(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  mishap: Mishap,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  if (mishap === 'lost') return void outgoing.destroy();
  if (mishap === 'garbage')
    return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in</html>');
  if (mishap === 'busy')
    return void outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"detail":"busy"}');
  if (mishap === 'slow') await new Promise((resolve) => setTimeout(resolve, 30));
  const { method } = incoming;
  const { connection: _connection, host: _host, 'transfer-encoding': _coding, ...headers } = incoming.headers;
  const onward = request(`${target}${incoming.url}`, { method: method!, headers, agent: false }, (answer) => {
    if (mishap === 'unanswered') return void outgoing.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (mishap !== 'cut') return void answer.pipe(outgoing);
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < 400) outgoing.write(chunk);
      else outgoing.destroy();
    });
    answer.on('end', () => outgoing.destroy());
    return undefined;
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  onward.end(Buffer.concat(chunks));
}
