import { createMCPClient, type MCPClient, type MCPTransport } from '@ai-sdk/mcp';
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { toGuardedFetch } from '../outbound/guarded-fetch.ts';
import { Loss } from './loss.ts';
import type { MCPServer } from './mcp-server.ts';
import { traceMessage } from './trace-message.ts';
import { watchedFetch } from './watched-fetch.ts';

/** A client of the AI SDK, and what it does not tell: whether its connection still stands. */
export type OpenClient = { readonly client: MCPClient; readonly loss: Loss };

/** Connects to a server and agrees on a protocol version. */
export async function openClient(
  server: MCPServer,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<OpenClient> {
  const loss = new Loss();
  const client = await createMCPClient({
    transport: toTransport(server, loss, timeoutMs),
    clientName: 'posthouse',
    initializationOptions: { signal },
    // Mostly notifications, which nothing here listens to. What concerns a request fails the request.
    onUncaughtError: () => {},
  });
  return { client, loss };
}

type Transport = Parameters<typeof createMCPClient>[0]['transport'];

function toTransport(server: MCPServer, loss: Loss, timeoutMs: number): Transport {
  if (server.type === 'http') {
    const { url, headers = {}, policy } = server;
    const fetchFunction = policy === undefined ? fetch : toGuardedFetch({ timeoutMs, ...policy });
    return { type: 'http', url, headers: { ...headers }, redirect: 'error', fetch: watchedFetch(fetchFunction, loss) };
  }
  const { command, args = [], env = {}, cwd, stderr = 'ignore' } = server;
  const options = { command, args: [...args], env: { ...env }, stderr, cwd };
  return watchedTransport(new StdioMCPTransport(options), loss);
}

/** How long closing waits for the other side to leave. */
const MAX_LEAVE_MS = 2_000;

/** The same transport; when it closes, that is noted, and closing waits for a moment until the other side has left. */
function watchedTransport(inner: MCPTransport, loss: Loss): MCPTransport {
  const left = Promise.withResolvers<void>();
  const watched: MCPTransport = {
    supportsProtocolVersionDiscovery: inner.supportsProtocolVersionDiscovery ?? false,
    start: async () => {
      Object.assign(inner, {
        onmessage: (message) => watched.onmessage?.(message),
        onerror: (error) => watched.onerror?.(error),
        onclose: () => {
          loss.break(new Error('the server closed the connection'));
          left.resolve();
          watched.onclose?.();
        },
      } satisfies Pick<MCPTransport, 'onmessage' | 'onerror' | 'onclose'>);
      await inner.start();
    },
    send: async (message, options) => await inner.send(traceMessage(message), options),
    close: async (options) => {
      await inner.close(options);
      const timer = setTimeout(left.resolve, MAX_LEAVE_MS);
      await left.promise;
      clearTimeout(timer);
    },
  };
  return watched;
}
