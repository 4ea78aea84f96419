import type { UIMessage } from 'ai';

/** What the server tells about an answer as a whole. */
export type SwarmMetadata = {
  taskId?: string;
  run?: number;
  swarm?: string;
  outcome?: string;
  /** What went wrong, if that is how it came out. */
  error?: string;
  usage?: { inputTokens?: number; outputTokens?: number };
  /** In US dollars. */
  cost?: number;
};

/** Mail from one agent to another. */
export type MailNote = { from: string; to: string; subject: string; body: string; type?: string; at?: string };

/** Something worth knowing that no agent said: a limit, another try, a stop. */
export type Notice = { code: string; text: string; agent?: string };

/** Where the run stands among those that wait to ask a model; 0 when it does not wait any more. Comes and goes. */
export type QueuedNote = { place: number };

export type SwarmMessage = UIMessage<SwarmMetadata, { 'mail-message': MailNote; notice: Notice; queued: QueuedNote }>;

export type SwarmPart = SwarmMessage['parts'][number];
export type TextPart = Extract<SwarmPart, { type: 'text' }>;
export type ReasoningPart = Extract<SwarmPart, { type: 'reasoning' }>;
export type CallPart = Extract<SwarmPart, { type: 'dynamic-tool' }>;
export type MailPart = Extract<SwarmPart, { type: 'data-mail-message' }>;
export type NoticePart = Extract<SwarmPart, { type: 'data-notice' }>;
export type FilePart = Extract<SwarmPart, { type: 'file' }>;
