/** More than any answer of these services needs. */
const MOST_BYTES = 64 * 1024;

/** The text of a response, unless it is far longer than it should be. */
export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw Object.assign(new Error('the answer is too long'), { code: 'too long' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
