import type { EventConnection } from '@posthouse/chat';
import { newId, parseJSON } from '@posthouse/protocol';
import { z } from 'zod';
import type { AppParts } from '../../app/app-parts.ts';
import { refuseDeepJSON } from '../../app/refuse-deep-json.ts';
import { type Caller, toInstance } from '../../auth/caller.ts';
import type { ServedSwarms } from '../../served-swarms.ts';
import { mcpRoutes } from '../../openapi/mcp-routes.ts';
import { loadSDK } from './load-sdk.ts';
import { createMCPServer } from './create-mcp-server.ts';
import { RunningCalls } from './running-calls.ts';
import { toToolNames } from './tool-names.ts';

const callSchema = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string(), arguments: z.object({ message: z.unknown() }).optional() }),
});

const SESSION = 'Mcp-Session-Id';

/**
 * `POST /mcp`: the door for programs that speak MCP over streamable HTTP. A session is a name and nothing else: it tells
 * the requests of one client from those of another.
 */
export function addMCPRoutes(parts: AppParts): void {
  const calls = new RunningCalls();

  parts.on(mcpRoutes.postMCPMessage, async (c) => {
    const text = await c.req.text();
    refuseDeepJSON(text);
    const body = toMessage(text);
    refuseIfFull(parts.served, c.get('caller'), body);
    const sdk = await loadSDK();
    const session = c.req.header(SESSION);
    const gone = new AbortController();
    const left = AbortSignal.any([c.req.raw.signal, gone.signal]);
    let connection: EventConnection | undefined;
    const room = async (): Promise<void> => connection?.room();
    const server = createMCPServer({ parts, sdk, caller: c.get('caller'), session, left, room, calls });
    const transport = new sdk.Transport({
      // Who cannot read a stream gets the answer alone.
      enableJsonResponse: c.req.header('accept')?.includes('text/event-stream') !== true,
      // The size of bodies is limited for all routes alike.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    const answer = await transport.handleRequest(
      toRequest(c.req.raw, text),
      body === undefined ? {} : { parsedBody: body },
    );
    if (isInitialize(body) && answer.ok) answer.headers.set(SESSION, newId());
    if (answer.body !== null && answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      connection = parts.streams.connect({ outgoing: c.env?.outgoing, onEnd: () => gone.abort() });
      void pour(answer.body, connection);
      if (c.env !== undefined) c.env.stream = connection.body;
    }
    // Through the context, which knows what every answer has to carry.
    return c.newResponse(connection?.body ?? answer.body, answer);
  });
}

/** Passes a stream on at the pace of a connection. */
async function pour(body: ReadableStream<Uint8Array>, connection: EventConnection): Promise<void> {
  try {
    for await (const bytes of body) {
      connection.send(bytes);
      await connection.room();
      if (connection.closed) return;
    }
    connection.end();
  } catch {
    connection.drop();
  }
}

/** A call that would find no place in the queue is refused as at every other door, while there is a status to say it with. */
function refuseIfFull(served: ServedSwarms, caller: Caller, body: unknown): void {
  const call = callSchema.safeParse(body);
  const swarm = call.success ? toToolNames(served.swarmNames()).get(call.data.params.name) : undefined;
  // Whoever only answers what a swarm waits for asks for nothing new.
  if (swarm === undefined || call.data?.params.arguments?.message === undefined) return;
  served.engine.queue.refuseIfFull(toInstance(caller, swarm), served.definition(swarm).modelCalls);
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
