/** What a stream costs at least: `node:http`, one `write` of bytes that are there already for each chunk and reader. */
import { serveReaders } from '../server/serve-readers.ts';

type Order = { chunk: string; chunks: number; burst: number };

await serveReaders(async (readers, { chunk, chunks, burst }: Order) => {
  const bytes = Buffer.from(`data: ${chunk}\n\n`);
  for (let sent = 0; sent < chunks; sent += burst) {
    for (let index = 0; index < burst; index += 1) for (const reader of readers) reader.write(bytes);
    await new Promise((resolve) => setImmediate(resolve));
  }
});
