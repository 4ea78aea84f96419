import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { CONFORMANCE_SWARM } from '../swarm/conformance-swarm.ts';
import { SampleState } from './sample-state.ts';
import type { SampleAnswer, SampleRequest } from './sample-answer.ts';
import { answer } from './sample-routes.ts';
import { register } from './sample-swarms.ts';

/** What a sample server does wrong. */
export type Flaw = {
  /** Changes answers. */
  answers?: (answer: SampleAnswer, request: SampleRequest) => SampleAnswer;
  /** Promises to keep connections, and resets them when they are used again. */
  closing?: boolean;
  /** How many milliseconds an answer takes, from the body of the request. */
  delay?: (body: string) => number;
  /** Changes the bytes of a stream. */
  bytes?: (stream: string) => string;
};

export type SampleServer = AsyncDisposable & { url: string };

const STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};

/** A small MAIL server without agents: it knows the scenarios by heart. At most one thing is wrong with it. */
export async function startSampleServer({
  flaw = {},
  swarm = CONFORMANCE_SWARM,
  improved = false,
  peer,
}: { flaw?: Flaw; swarm?: string; improved?: boolean; peer?: string } = {}): Promise<SampleServer> {
  const state = new SampleState(swarm, improved, peer);
  const used = new Set<unknown>();
  const server = createServer(async (incoming, response) => {
    if (flaw.closing === true && used.has(incoming.socket)) return void incoming.socket.resetAndDestroy();
    used.add(incoming.socket);
    const url = new URL(incoming.url ?? '', 'http://sample');
    const { authorization } = incoming.headers;
    const request: SampleRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      authorization,
      text: await text(incoming),
    };
    if (flaw.delay !== undefined) await setTimeout(flaw.delay(request.text));
    let given = answer(request, state);
    const registration = (given.json as { register?: Record<string, unknown> } | undefined)?.register;
    if (registration !== undefined) given = await register(registration, state);
    send(response, flaw.answers?.(given, request) ?? given, flaw);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(
  response: ServerResponse,
  { status, json, text: plain, frames, headers, hang, open }: SampleAnswer,
  flaw: Flaw,
): void {
  if (hang === true) return;
  if (frames === undefined) {
    response.writeHead(status, { 'content-type': plain === undefined ? 'application/json' : 'text/plain', ...headers });
    response.end(plain ?? JSON.stringify(json));
    return;
  }
  const stream = frames
    .map(
      ({ event, data, id }) =>
        `${id === undefined ? '' : `id: ${id}\r\n`}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`,
    )
    .join('');
  response.writeHead(status, { ...STREAM, ...headers });
  const bytes = flaw.bytes?.(stream) ?? stream;
  if (open === true) response.write(bytes);
  else response.end(bytes);
}
