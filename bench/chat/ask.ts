import type { Address } from '../server/throughput.ts';

/** Asks the chat of a server for something, and gives all it says. */
export async function ask(
  { url, token }: Address,
  path: string,
  method: 'GET' | 'POST',
  body?: object,
): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/chat${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return await answer.text();
}
