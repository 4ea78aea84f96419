import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { close } from '../../outbound/__fixtures__/local-server.ts';
import { sampleServer } from './sample-server.ts';

/** A real MCP server over HTTP on a loopback port. */
export type HTTPServer = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** The tools that ran. */
  readonly seen: string[];
  /** Methods and headers of the requests. */
  readonly requests: { method: string; headers: IncomingMessage['headers'] }[];
  /** Forgets all sessions, as a restart does. */
  forget(): void;
  /** Cuts all connections in the middle of whatever they do. */
  cut(): void;
};

export type HTTPServerOptions = {
  port?: number;
  /** How an unknown session is answered: the SDK's examples say 400, the standard says 404. */
  unknownSession?: 400 | 404;
  /** Answers with plain JSON instead of a stream. */
  json?: boolean;
};

export async function httpServer(options: HTTPServerOptions = {}): Promise<HTTPServer> {
  const { port = 0, unknownSession = 404, json = false } = options;
  const seen: string[] = [];
  const requests: HTTPServer['requests'] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await sampleServer(seen).connect(transport);
    return transport;
  };

  const server = createServer(async (request, response) => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return await (await open()).handleRequest(request, response);
    const known = sessions.get(String(id));
    if (known !== undefined) return await known.handleRequest(request, response);
    const error = { code: unknownSession === 404 ? -32_001 : -32_000, message: 'Bad Request: no such session' };
    response.writeHead(unknownSession, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}/mcp`,
    port: actual,
    seen,
    requests,
    forget: () => sessions.clear(),
    cut: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => await close(server),
  };
}
