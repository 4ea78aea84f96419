import type { SwarmMessage } from '../messages/swarm-message.ts';
import type { Loaded } from '../server/ask-server.ts';

/** What a chat starts from. */
export type SwarmChatOptions = {
  chatId: string;
  /** The conversation as the server knows it. */
  messages: SwarmMessage[];
  token: string;
  /** Where the server has its chat routes. */
  api: string;
  /** The swarm to talk to, if not the default one. */
  swarm: string | undefined;
  /** The agent to talk to instead of a swarm. */
  agent: string | undefined;
  /** Called when there is no answer to continue. */
  onNothingToResume: () => void;
};

/** A running chat, the same whichever AI SDK drives it. */
export type SwarmChat = {
  messages: SwarmMessage[];
  status: 'submitted' | 'streaming' | 'ready' | 'error';
  error: Error | undefined;
  /** Takes over the conversation as the server knows it, and continues an answer that is being written. */
  show(loaded: Loaded): void;
  send(text: string): void;
  /** Sends other words in place of a message; all that followed it goes. */
  edit(messageId: string, text: string): void;
  /** Asks for an answer once more: the one that is named, or the last. */
  regenerate(messageId?: string): void;
  /** Gives the call of a breakpoint its result. */
  answer(call: { toolName: string; toolCallId: string }, output: unknown): void;
  /** Tells the agent that its call gets no result. */
  refuse(call: { toolName: string; toolCallId: string }, reason: string): void;
  /** Decides whether a call may run. */
  decide(approvalId: string, approved: boolean, reason: string | undefined): void;
};
