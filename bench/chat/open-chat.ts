import type { Address } from '../server/throughput.ts';

/** A chat whose run stays open. */
export type OpenChat = { chatId: string; taskId: string };

const headersOf = (token: string) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });

/** Begins a chat with a swarm that never answers. */
export async function openChat({ url, token }: Address): Promise<OpenChat> {
  const chatId = crypto.randomUUID();
  const answer = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify({ sessionId: chatId, message: 'go', swarm: 'open' }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return { chatId, taskId: await findTask(answer) };
}

/** The task of a stream; its first chunk tells. Leaving the loop hangs up. */
async function findTask(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of answer.body!) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    const found = /"taskId":"([^"]+)"/.exec(text);
    if (found !== null) return found[1]!;
  }
  throw new Error(`no task in ${text}`);
}

/** Reads a chat's stream until something is in it, and gives all that came. */
export async function readUntil({ url, token }: Address, chatId: string, sign: string): Promise<string> {
  const answer = await fetch(`${url}/chat/${chatId}/stream`, { headers: headersOf(token) });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  const decoder = new TextDecoder();
  let text = '';
  let tail = '';
  for await (const bytes of answer.body!) {
    const piece = decoder.decode(bytes as Uint8Array, { stream: true });
    text += piece;
    tail = (tail + piece).slice(-piece.length - sign.length);
    if (tail.includes(sign)) return text;
  }
  throw new Error(`the stream ended without ${sign}`);
}
