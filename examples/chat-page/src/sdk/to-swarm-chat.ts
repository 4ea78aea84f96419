import type { SwarmMessage } from '../messages/swarm-message.ts';
import type { SwarmChat } from './swarm-chat.ts';

/** What the page needs of `useChat`. Both AI SDKs have it, though not with quite the same types. */
type Helpers = Pick<SwarmChat, 'status' | 'error'> & {
  messages: SwarmMessage[];
  sendMessage(message: { text: string }): Promise<void>;
  regenerate(): Promise<void>;
  addToolOutput(output: { tool: string; toolCallId: string; output: unknown }): unknown;
  addToolOutput(failure: { state: 'output-error'; tool: string; toolCallId: string; errorText: string }): unknown;
  addToolApprovalResponse(response: { id: string; approved: boolean; reason?: string }): unknown;
};

/**
 * The result of `useChat`, as the page uses it. A swarm can answer again in a branch of its own; an agent cannot forget,
 * and is asked once more.
 */
export function toSwarmChat(helpers: Helpers): SwarmChat {
  const { messages, status, error, sendMessage, regenerate, addToolOutput, addToolApprovalResponse } = helpers;
  return {
    messages,
    status,
    error,
    send: (text) => void sendMessage({ text }),
    tryAgain: () => void (isOfAgent(messages) ? sendMessage({ text: lastWords(messages) }) : regenerate()),
    answer: ({ toolName, toolCallId }, output) => void addToolOutput({ tool: toolName, toolCallId, output }),
    refuse: ({ toolName, toolCallId }, errorText) =>
      void addToolOutput({ state: 'output-error', tool: toolName, toolCallId, errorText }),
    decide: (id, approved, reason) =>
      void addToolApprovalResponse({ id, approved, ...(reason === undefined ? {} : { reason }) }),
  };
}

function isOfAgent(messages: readonly SwarmMessage[]): boolean {
  return messages.some(({ metadata }) => metadata?.agent !== undefined);
}

/** What the reader said last. */
function lastWords(messages: readonly SwarmMessage[]): string {
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? [];
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
