import type { SwarmMessage } from '../messages/swarm-message.ts';

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
  /** Called when there is no answer to go on with. */
  onNothingToResume: () => void;
};

/** A running chat, the same whichever AI SDK drives it. */
export type SwarmChat = {
  messages: SwarmMessage[];
  status: 'submitted' | 'streaming' | 'ready' | 'error';
  error: Error | undefined;
  send(text: string): void;
  tryAgain(): void;
  /** Gives the call of a breakpoint its result. */
  answer(call: { toolName: string; toolCallId: string }, output: unknown): void;
  /** Tells the agent that its call gets no result. */
  refuse(call: { toolName: string; toolCallId: string }, reason: string): void;
  /** Decides whether a call may run. */
  decide(approvalId: string, approved: boolean, reason: string | undefined): void;
};
