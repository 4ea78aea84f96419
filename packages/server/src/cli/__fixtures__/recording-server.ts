import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type RecordedRequest = { method: string; path: string; token: string | undefined; body?: unknown };

export type RecordingServer = AsyncDisposable & { url: string; requests: RecordedRequest[] };

/** What the server answers: JSON, or the text of a stream, or a refusal. */
export type Canned = { status?: number; json?: unknown; stream?: string };

/** A server that answers as it is told and remembers what it was asked. */
export async function startRecordingServer(answer: (request: RecordedRequest) => Canned): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const recorded = {
        method: request.method!,
        path: request.url!,
        token: request.headers.authorization?.replace('Bearer ', ''),
        ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
      };
      requests.push(recorded);
      const { status = 200, json: value, stream } = answer(recorded);
      const type = stream === undefined ? 'application/json' : 'text/event-stream; charset=utf-8';
      response.writeHead(status, { 'Content-Type': type });
      response.end(stream ?? JSON.stringify(value ?? {}));
    })();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Frames as the reference writes them: two lines each, without ids. */
export function toStream(frames: readonly (readonly [string, object])[]): string {
  return frames.map(([event, data]) => `event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`).join('');
}
