import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RawServer = AsyncDisposable & {
  url: string;
  /** The bodies of all requests, in order. */
  bodies: unknown[];
  /** Settles when the client has closed the connection of this request. */
  closed(index: number): Promise<void>;
};

/** An HTTP server that answers each request by hand, for what no script can say. */
export async function startRawServer(
  answers: readonly ((response: ServerResponse) => void | Promise<void>)[],
): Promise<RawServer> {
  const bodies: unknown[] = [];
  const closings: Promise<void>[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const index = bodies.push(JSON.parse(Buffer.concat(chunks).toString())) - 1;
      closings[index] = once(response, 'close').then(() => undefined);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await answers[index]?.(response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    closed: async (index) => await closings[index],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes one server-sent event. */
export function sendEvent(response: ServerResponse, data: { type: string; [key: string]: unknown }): void {
  response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
}
