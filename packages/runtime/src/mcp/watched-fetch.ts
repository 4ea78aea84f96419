import type { Loss } from './loss.ts';
import { traceFields, traceMessage } from './trace-message.ts';

/** Statuses by which servers say that they do not know the session any more. The standard wants 404; many send 400. */
const SESSION_GONE: ReadonlySet<number> = new Set([400, 404]);

/**
 * A `fetch` for the MCP client that notices when the connection is of no more use. The client itself does not: a stream
 * that breaks in the middle of an answer would leave the call waiting for its time limit.
 */
export function watchedFetch(fetchFunction: typeof fetch, loss: Loss): typeof fetch {
  return async (input, init) => {
    // The stream for messages that the server starts by itself. Nothing here listens to them, and each would hold a
    // connection open, so the client is told that the server has none.
    if (init?.method === 'GET') return new Response(null, { status: 405 });
    const response = await fetchFunction(input, traced(init)).catch((error: unknown) => {
      // A caller who leaves says nothing about the connection.
      if (init?.signal?.aborted !== true) loss.break(error);
      throw error;
    });
    const inSession = new Headers(init?.headers).has('mcp-session-id');
    if (inSession && SESSION_GONE.has(response.status)) loss.retire();
    return response.body === null ? response : new Response(watchBody(response.body, init?.signal, loss), response);
  };
}

/** The request, with the trace it belongs to in its headers and in the call that it carries. */
function traced(init: RequestInit | undefined): RequestInit | undefined {
  const fields = init?.method === 'POST' ? traceFields() : undefined;
  if (init === undefined || fields === undefined) return init;
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
  const body =
    typeof init.body === 'string' ? JSON.stringify(traceMessage(JSON.parse(init.body) as object)) : init.body;
  return { ...init, headers, body };
}

/** The same body; when it breaks although nobody left, that is noted. */
function watchBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | null | undefined,
  loss: Loss,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          return done ? controller.close() : controller.enqueue(value);
        } catch (error) {
          if (signal?.aborted !== true) loss.break(error);
          throw error;
        }
      },
      cancel: async (reason) => await reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
