import type { UIMessage } from 'ai';
import type { ChatHost } from './chat-host.ts';
import { textOf } from './read-message.ts';

/** What `useChat` would send for a message of the user. */
export const ask = (id: string, text: string, rest: object = {}) => ({
  id: 'chat-1',
  trigger: 'submit-message',
  messages: [{ id, role: 'user', parts: [{ type: 'text', text }] }],
  ...rest,
});

/** The text of an answer, once its stream has ended. */
export async function answerOf(response: Response): Promise<string> {
  const chunks = (await response.text())
    .split('\n\n')
    .flatMap((block) => /^data: (\{.*)$/m.exec(block)?.[1] ?? [])
    .map((data) => JSON.parse(data) as { type: string; delta?: string });
  return chunks.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
}

/** Talks to a server without any client in between. */
export function rawChat(host: ChatHost) {
  return {
    post: (body: object, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(host.api, {
        method: 'POST',
        headers: { authorization: `Bearer ${host.token}`, ...headers },
        body: JSON.stringify(body),
      }),
    resume: (query = ''): Promise<Response> =>
      fetch(`${host.api}/chat-1/stream${query}`, { headers: { authorization: `Bearer ${host.token}` } }),
    messages: async (): Promise<UIMessage[]> => (await host.call('/chat/chat-1/messages')).body.messages,
    texts: async (): Promise<string[]> => {
      const { body } = await host.call('/chat/chat-1/messages');
      return (body.messages as UIMessage[]).map((message) => textOf(message));
    },
  };
}
