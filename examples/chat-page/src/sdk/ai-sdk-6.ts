import { Chat, useChat } from '@ai-sdk/react-6';
import { MailChatTransport } from '@posthouse/client/chat';
import { type ChatTransport, lastAssistantMessageIsCompleteWithToolCalls, type UIMessage } from 'ai-6';
import { useState } from 'react';
import type { SwarmData, SwarmMessage, SwarmMetadata } from '../messages/swarm-message.ts';
import { isDecided } from './is-decided.ts';
import type { SwarmChat, SwarmChatOptions } from './swarm-chat.ts';
import { toSwarmChat } from './to-swarm-chat.ts';
import { watchResume } from './watch-resume.ts';

type Message = UIMessage<SwarmMetadata, SwarmData>;

/**
 * Talks to a swarm with AI SDK 6. Its `useChat({ transport })` forgets that a resumed stream begins at the beginning, and
 * would show everything twice; a `Chat` of one's own does not.
 */
export function useSwarmChat(options: SwarmChatOptions): SwarmChat {
  const { chatId, messages, token, api, swarm, agent, onNothingToResume } = options;
  const [chat] = useState(() => {
    const transport = new MailChatTransport({
      api,
      token,
      body: { swarm, agent },
      fetch: watchResume(onNothingToResume),
    });
    return new Chat<Message>({
      id: chatId,
      messages: messages as Message[],
      // Its types are those of the newest AI SDK; where only this one is installed, they are this one's.
      transport: transport as object as ChatTransport<Message>,
      sendAutomaticallyWhen: (state) => lastAssistantMessageIsCompleteWithToolCalls(state) || isDecided(state),
    });
  });
  const { messages: shown, setMessages, ...helpers } = useChat<Message>({ chat, resume: true });
  return toSwarmChat({
    ...helpers,
    messages: shown as SwarmMessage[],
    setMessages: (known) => setMessages(known as Message[]),
  });
}
