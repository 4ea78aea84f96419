import type { Context } from 'hono';

export type StreamedEvent = { id: string; data: unknown };

/**
 * Answers with server-sent events. Whoever goes away stops only their own stream. Silence is broken by comments, so
 * that nobody in between takes the connection for dead.
 */
export function toEventStream(c: Context, events: AsyncGenerator<StreamedEvent>, pingMs = 15_000): Response {
  const encoder = new TextEncoder();
  let pinging: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(': open\n\n'));
      pinging = setInterval(() => controller.enqueue(encoder.encode(': ping\n\n')), pingMs);
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (done === true) {
        clearInterval(pinging);
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(`id: ${value.id}\ndata: ${JSON.stringify(value.data)}\n\n`));
    },
    async cancel() {
      clearInterval(pinging);
      void events.return(undefined);
    },
  });
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  c.header('Cache-Control', 'no-cache, no-transform');
  c.header('X-Accel-Buffering', 'no');
  return c.body(body);
}
