import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Spoken, toSSE } from './frames.ts';

export type PlayedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
};

/** Answers one request. */
export type Reply = (response: ServerResponse, request: PlayedRequest) => void | Promise<void>;

export type Playback = AsyncDisposable & {
  url: string;
  /** Every request, in the order of arrival. */
  requests: PlayedRequest[];
  /** Requests in short: `POST /message`. */
  lines(): string[];
};

/**
 * A server that answers from a list, one reply per request, for everything that a real server does not do on demand:
 * break off, fall silent, be another implementation. Cancels are noted and answered apart.
 */
export async function startPlayback(...replies: Reply[]): Promise<Playback> {
  const requests: PlayedRequest[] = [];
  let next = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const request = { method: incoming.method!, path: incoming.url!, headers: incoming.headers, body };
    requests.push(request);
    if (/\/cancel\?/.test(request.path)) return json(200, { status: 'cancelled' })(response, request);
    const reply = replies[next++] ?? json(500, { detail: 'no reply is left', code: 'internal' });
    return reply(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A stream of frames. `ours` says what a server with a log says; `last` is what becomes of the connection afterwards;
 * `before` is waited for before each frame.
 */
export function stream(
  frames: readonly Spoken[],
  {
    ours = true,
    last = 'end',
    before = async () => undefined,
  }: { ours?: boolean; last?: 'end' | 'cut' | 'wait'; before?: (index: number) => Promise<void> } = {},
): Reply {
  return async (response, { body, path }) => {
    const taskId = String(body.task_id ?? path.split('/')[2]);
    response.writeHead(200, { 'content-type': 'text/event-stream', ...(ours ? { 'x-task-id': taskId } : {}) });
    response.flushHeaders();
    for (const [index, frame] of frames.entries()) {
      await before(index);
      await new Promise((resolve) => response.write(toSSE(frame), resolve));
    }
    if (last === 'end') response.end();
    if (last !== 'cut') return;
    // What was written has to leave before the connection goes.
    await sleep(20);
    response.destroy();
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Closes the connection without a word. */
export const hangUp: Reply = (response) => void response.destroy();

/** Says nothing, and stays. */
export const keepSilent: Reply = () => undefined;
