import type { IncomingMessage } from 'node:http';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The whole body, unless it exceeds the limit: then the rest is thrown away as it comes, and nothing is kept. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const body = Promise.withResolvers<string>();
  let chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else {
      chunks = [];
      body.reject(new BodyTooLarge(`The body is larger than the limit of ${limit} bytes.`));
    }
  });
  request.on('end', () => body.resolve(Buffer.concat(chunks).toString('utf8')));
  request.on('error', body.reject);
  request.on('close', () => body.reject(new Error('The client left before the body was complete.')));
  return await body.promise;
}
