/** What server-sent events cost at least: `node:http`, one `write` for each frame and reader, nothing else. */
import { serveReaders } from './serve-readers.ts';

await serveReaders(async (readers, { frame, frames }: { frame: string; frames: number }) => {
  const { data, id, event } = JSON.parse(frame) as { data: unknown; id: string; event: string };
  for (let sent = 0; sent < frames; sent += 1) {
    const text = `id: ${id}\r\nevent: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
    for (const reader of readers) reader.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
});
