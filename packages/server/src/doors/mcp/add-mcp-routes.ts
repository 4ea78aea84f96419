import { newId, parseJSON } from '@posthouse/protocol';
import type { AppParts } from '../../app/create-app.ts';
import { loadSDK } from './load-sdk.ts';
import { createMCPServer } from './mcp-server.ts';
import { RunningCalls } from './running-calls.ts';

const SESSION = 'Mcp-Session-Id';

/**
 * `POST /mcp`: the door for programs that speak MCP over streamable HTTP. A session is a name and nothing else: it tells
 * the requests of one client from those of another.
 */
export function addMCPRoutes(parts: AppParts): void {
  const calls = new RunningCalls();

  parts.app.post('/mcp', parts.gate.user, async (c) => {
    const sdk = await loadSDK();
    const session = c.req.header(SESSION);
    const server = createMCPServer({ parts, sdk, caller: c.get('caller'), session, left: c.req.raw.signal, calls });
    const transport = new sdk.Transport({
      keepAliveMs: parts.pingMs,
      // Who cannot read a stream gets the answer alone.
      enableJsonResponse: c.req.header('accept')?.includes('text/event-stream') !== true,
      // The size of bodies is limited for all routes alike.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    const text = await c.req.text();
    const body = toMessage(text);
    const answer = await transport.handleRequest(
      toRequest(c.req.raw, text),
      body === undefined ? {} : { parsedBody: body },
    );
    if (isInitialize(body) && answer.ok) answer.headers.set(SESSION, newId());
    // Through the context, which knows what every answer has to carry.
    return c.newResponse(answer.body, answer);
  });
}

/** The request with what it says of itself as the transport insists on; here as on all routes, a body is JSON. */
function toRequest({ url, headers: given }: Request, body: string): Request {
  const headers = new Headers(given);
  headers.set('Accept', 'application/json, text/event-stream');
  headers.set('Content-Type', 'application/json');
  return new Request(url, { method: 'POST', headers, body });
}

/** The message of a request. What is no JSON is left to the transport, which has an answer for it. */
function toMessage(text: string): unknown {
  try {
    return parseJSON(text);
  } catch {
    return undefined;
  }
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'initialize';
}
