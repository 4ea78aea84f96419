import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { useState } from 'react';
import type { SwarmMessage } from '../messages/swarm-message.ts';
import { isDecided } from './is-decided.ts';
import type { SwarmChat, SwarmChatOptions } from './swarm-chat.ts';
import { toSwarmChat } from './to-swarm-chat.ts';
import { watchResume } from './watch-resume.ts';

/** Talks to a swarm with AI SDK 7, for which its own transport is enough. */
export function useSwarmChat(options: SwarmChatOptions): SwarmChat {
  const { chatId, messages, token, api, swarm, agent, onNothingToResume } = options;
  const [transport] = useState(
    () =>
      new DefaultChatTransport<SwarmMessage>({
        api,
        headers: { Authorization: `Bearer ${token}` },
        body: { swarm, agent },
        fetch: watchResume(onNothingToResume),
      }),
  );
  const helpers = useChat<SwarmMessage>({
    id: chatId,
    messages,
    transport,
    resume: true,
    // What the reader has decided goes to the server as soon as nothing is left to decide.
    sendAutomaticallyWhen: (state) => lastAssistantMessageIsCompleteWithToolCalls(state) || isDecided(state),
  });
  return toSwarmChat(helpers);
}
