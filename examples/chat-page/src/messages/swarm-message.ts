import type { UIMessage } from '@ai-sdk/react';

/** What the server tells about an answer as a whole. */
export type SwarmMetadata = {
  taskId?: string;
  swarm?: string;
  /** The agent that answers, where it is not a swarm. */
  agent?: string;
  model?: string;
  /** How it came out, once it has: the first four of a swarm, the others of an agent. */
  outcome?: 'complete' | 'cancelled' | 'error' | 'paused' | 'stopped' | 'failed' | 'interrupted';
  /** What went wrong, if that is how it came out. */
  error?: string;
  usage?: { inputTokens?: number; outputTokens?: number };
  /** In US dollars. */
  cost?: number;
};

/** Mail from one agent to another. */
export type MailNote = { from: string; to: string; subject: string; body: string };

/** Something worth knowing that no agent said: a limit, another try, a stop. */
export type Notice = { code: string; text: string };

/** An agent inside the agent, named by the call that has started it. */
export type AgentNote = {
  toolCallId: string;
  name?: string;
  description?: string;
  status: 'running' | 'completed' | 'failed' | 'stopped';
};

/** What such an agent says, thinks or calls. */
export type NestedPart = TextPart | ReasoningPart | CallPart;

export type Todo = { text?: string; content?: string; status?: string };

/** What is in the data parts of an answer, by their names. */
export type SwarmData = {
  'mail-message': MailNote;
  notice: Notice;
  agent: AgentNote;
  'agent-part': { toolCallId: string; part: NestedPart };
  /** A text that was complete already and does not count any more. */
  retracted: { part: string };
  todos: { items: Todo[] };
};

export type SwarmMessage = UIMessage<SwarmMetadata, SwarmData>;

type AnyPart = UIMessage['parts'][number];
export type TextPart = Extract<AnyPart, { type: 'text' }>;
export type ReasoningPart = Extract<AnyPart, { type: 'reasoning' }>;
export type CallPart = Extract<AnyPart, { type: 'dynamic-tool' }>;
export type SwarmPart = SwarmMessage['parts'][number];
export type MailPart = Extract<SwarmPart, { type: 'data-mail-message' }>;
export type NoticePart = Extract<SwarmPart, { type: 'data-notice' }>;
export type TodosPart = Extract<SwarmPart, { type: 'data-todos' }>;
