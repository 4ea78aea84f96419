import { type ChunkConnection, Connections } from '@posthouse/chat';
import type { Context } from 'hono';

export type StreamedEvent = { id: string; data: unknown };

const connections = new Connections();

/** Answers with server-sent events, at the pace of whoever reads them. Whoever goes away stops only their own stream. */
export function toEventStream(c: Context, events: AsyncGenerator<StreamedEvent>): Response {
  const connection = connections.open({ onEnd: () => void events.return(undefined) });
  void pour(events, connection).catch(() => connection.drop());
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  c.header('Cache-Control', 'no-cache, no-transform');
  c.header('X-Accel-Buffering', 'no');
  return c.body(connection.body);
}

async function pour(events: AsyncGenerator<StreamedEvent>, connection: ChunkConnection): Promise<void> {
  connection.send(Buffer.from(': open\n\n'));
  for await (const { id, data } of events) {
    connection.send(Buffer.from(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`));
    await connection.room();
  }
  connection.end();
}
