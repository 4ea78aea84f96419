import type { Server } from '@posthouse/components';
import { DefaultChatTransport } from 'ai';
import type { ChatMessage } from './chat-message.ts';

export type TransportOptions = {
  server: Server;
  /** What is told along with a message, as it is when the message is sent. */
  context: () => object;
  /** Called when there is no answer to continue. */
  onNothingToResume: () => void;
};

/** The connection of a conversation. What the app refuses is a `Refusal`, as everywhere in the page. */
export function openTransport({ server, context, onNothingToResume }: TransportOptions) {
  return new DefaultChatTransport<ChatMessage>({
    api: '/jobs/chat',
    // The app knows what was said before.
    prepareSendMessagesRequest: ({ id, messages }) => ({
      body: { id, messages: messages.slice(-1), context: context() },
    }),
    fetch: async (path, { body, signal } = {}) => {
      const answer = await server.open(String(path), {
        ...(typeof body === 'string' ? { method: 'POST', body: JSON.parse(body) as unknown } : {}),
        ...(signal == null ? {} : { signal }),
      });
      if (answer.status === 204) onNothingToResume();
      return answer;
    },
  });
}
