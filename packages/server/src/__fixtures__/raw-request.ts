import { request } from 'node:http';
import type { Loose } from './loose.ts';

export type RawAnswer = { status: number; text: string; body: Loose };

/** A request as `fetch` would not send it: GET with a body, say. */
export async function rawRequest(
  url: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { authorization: 'Bearer alice', ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJSON = incoming.headers['content-type']?.startsWith('application/json') === true;
        resolve({ status: incoming.statusCode!, text, body: isJSON ? JSON.parse(text) : undefined });
      });
    });
    outgoing.on('error', reject);
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
    outgoing.end(body);
  });
}
