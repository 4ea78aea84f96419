import type { MCPTransport } from '@ai-sdk/mcp';
import type { Loss } from './loss.ts';
import { traceMessage } from './trace-message.ts';

/** How long closing waits for the other side to leave. */
const LEAVE_MS = 2_000;

/** The same transport; when it closes, that is noted, and closing waits for a moment until the other side has left. */
export function watchedTransport(inner: MCPTransport, loss: Loss): MCPTransport {
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
      const timer = setTimeout(left.resolve, LEAVE_MS);
      await left.promise;
      clearTimeout(timer);
    },
  };
  return watched;
}
