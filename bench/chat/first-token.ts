import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { timeModel } from '../server/first-token.ts';
import type { Address } from '../server/throughput.ts';

/**
 * Milliseconds until the first piece of an answer is there: asking the model itself, and through everything that is under
 * `useChat`, up to the message that a component would draw.
 */
export async function firstTokens(
  model: Address,
  server: Address,
  rounds: number,
): Promise<{ direct: number[]; chat: number[] }> {
  const direct: number[] = [];
  const chat: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    direct.push(await timeModel(model));
    chat.push(await timeChat(server));
  }
  return { direct, chat };
}

async function timeChat({ url, token }: Address): Promise<number> {
  const chat = new Chat<UIMessage>({
    transport: new DefaultChatTransport({
      api: `${url}/chat`,
      headers: { Authorization: `Bearer ${token}` },
      body: { swarm: 'speaking' },
    }),
  });
  let found: number | undefined;
  const start = performance.now();
  chat['~registerMessagesCallback'](() => {
    if (found === undefined && hasText(chat.messages)) found = performance.now() - start;
  });
  await chat.sendMessage({ text: 'Say something.' });
  if (found === undefined) throw chat.error ?? new Error(`nothing came but ${JSON.stringify(chat.messages)}`);
  return found;
}

function hasText(messages: readonly UIMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.parts.some((part) => part.type === 'text' && part.text !== '');
}
