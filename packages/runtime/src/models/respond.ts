import type { CallResult, JSONSchema, JSONValue, MAILMessage, ToolSpec, Usage } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';

export type ToolChoice = 'auto' | 'required' | { tool: string };

/** Text as it arrives: `part` counts the parts of one answer. */
export type TextDelta = { part: number; kind: 'reasoning' | 'text' | 'answer'; delta: string };

/** What an agent is asked in one turn. */
export type RespondRequest = {
  agent: string;
  /** The conversation so far without the system prompt, ending with what is new. */
  messages: ModelMessage[];
  /** The mail that this turn answers, for agents that are plain functions. */
  inputs: MAILMessage[];
  tools: ToolSpec[];
  toolChoice: ToolChoice;
  /** Asked of the finish message; already part of the tools, here for agents that want to know. */
  responseFormat?: JSONSchema;
  signal: AbortSignal;
  /** How much the answer may have before it is cut off; no limit unless given. */
  textBytes?: number;
  /** Called whenever somebody is asked: a second time when the first one failed, or when an answer goes on. */
  onAsk?(): void;
  onDelta(delta: TextDelta): void;
};

/** A call that an agent makes. */
export type RespondedCall = {
  callId: string;
  tool: string;
  input: JSONValue;
  /** Set when the model wrote something that is no JSON object; the call is then answered with this error. */
  inputError?: string;
  reasoning?: string;
  preamble?: string;
  /** Set for tools that the model's provider ran itself; their result is already here. */
  builtin?: CallResult;
};

/** What an agent answers. */
export type RespondResult = {
  /** Exactly what has to stand in the next prompt: the assistant's message, with whatever its provider needs back. */
  messages: ModelMessage[];
  calls: RespondedCall[];
  /** Plain text outside of calls. */
  text: string;
  reasoning?: string;
  usage?: { model: string; usage: Usage };
};

/** The one thing a turn needs of an agent, whether a language model or a function is behind it. */
export type Respond = (request: RespondRequest) => Promise<RespondResult>;
