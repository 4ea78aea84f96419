/** The same stream as the AI SDK makes it: `createUIMessageStream` and `createUIMessageStreamResponse` for each reader. */
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessageStreamWriter } from 'ai';
import { HTTPServer } from '../../packages/server/src/edge/http-server.ts';
import { DEFAULT_SERVER_LIMITS } from '../../packages/server/src/edge/server-limits.ts';
import { answerParent } from '../server/answer-parent.ts';

const readers = new Set<UIMessageStreamWriter>();
const server = await HTTPServer.listen({
  host: '127.0.0.1',
  port: 0,
  limits: DEFAULT_SERVER_LIMITS,
  fetch: (request: Request) =>
    createUIMessageStreamResponse({
      stream: createUIMessageStream({
        execute: async ({ writer }) => {
          writer.write({ type: 'start' });
          readers.add(writer);
          await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
          readers.delete(writer);
        },
      }),
    }),
});

answerParent(
  {
    address: () => ({ url: server.url, token: '' }),
    send: async ({ chunk, chunks, burst }: { chunk: string; chunks: number; burst: number }) => {
      const value = JSON.parse(chunk) as Parameters<UIMessageStreamWriter['write']>[0];
      for (let sent = 0; sent < chunks; sent += burst) {
        for (let index = 0; index < burst; index += 1) for (const reader of readers) reader.write(value);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  },
  async () => server[Symbol.asyncDispose](),
);
