import type { SwarmMessage } from '../messages/swarm-message.ts';
import type { SwarmChat } from './swarm-chat.ts';

/** What the page needs of `useChat`. Both AI SDKs have it, though not with quite the same types. */
type Helpers = Pick<SwarmChat, 'status' | 'error'> & {
  messages: SwarmMessage[];
  setMessages(messages: SwarmMessage[]): void;
  resumeStream(): Promise<void>;
  sendMessage(message: { text: string; messageId?: string }): Promise<void>;
  regenerate(options?: { messageId: string }): Promise<void>;
  addToolOutput(output: { tool: string; toolCallId: string; output: unknown }): unknown;
  addToolOutput(failure: { state: 'output-error'; tool: string; toolCallId: string; errorText: string }): unknown;
  addToolApprovalResponse(response: { id: string; approved: boolean; reason?: string }): unknown;
};

/** The result of `useChat`, as the page uses it. */
export function toSwarmChat(helpers: Helpers): SwarmChat {
  const { messages, status, error, setMessages, resumeStream, sendMessage, regenerate } = helpers;
  const { addToolOutput, addToolApprovalResponse } = helpers;
  return {
    messages,
    status,
    error,
    show: ({ messages: known, running }) => {
      setMessages(known);
      if (running) void resumeStream();
    },
    send: (text) => void sendMessage({ text }),
    edit: (messageId, text) => void sendMessage({ text, messageId }),
    regenerate: (messageId) => void regenerate(messageId === undefined ? undefined : { messageId }),
    answer: ({ toolName, toolCallId }, output) => void addToolOutput({ tool: toolName, toolCallId, output }),
    refuse: ({ toolName, toolCallId }, errorText) =>
      void addToolOutput({ state: 'output-error', tool: toolName, toolCallId, errorText }),
    decide: (id, approved, reason) => void addToolApprovalResponse({ id, approved, reason }),
  };
}
