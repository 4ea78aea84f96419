import type { CallResult, JSONSchema, JSONValue, MAILMessage, PosthouseError, ToolSpec } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';
import type { CallMeter, MeteredCalls } from './call-meter.ts';
import type { Past } from './past-turn.ts';

export type ToolChoice = 'auto' | 'required' | { tool: string };

/** Text as it arrives: `part` counts the parts of one answer. */
export type TextDelta = { part: number; kind: 'reasoning' | 'text' | 'answer'; delta: string };

/** A provider had too many requests. `waitMs` is how long it wants to be left alone, if it said so. */
export type ModelRefusal = { waitMs?: number; failure: PosthouseError };

/**
 * Permission to make one request to a model's provider. Whoever has it holds up others, so it is given back as soon as the request
 * is over.
 */
export type ModelSlot = {
  /** The provider has begun to answer. */
  accepted(): void;
  /**
   * The provider has refused: everybody leaves the model alone for a while. Resolves when the request may be made again; rejects
   * when that takes too long, and with the signal's reason when that aborts.
   */
  refused(refusal: ModelRefusal, signal: AbortSignal): Promise<void>;
  /** The request is over, whatever came of it. Once is enough; again does no harm. */
  end(): void;
};

/** Asks for permission to make one request; rejects with the signal's reason when that aborts. */
export type TakeSlot = (request: { model: string; signal: AbortSignal }) => Promise<ModelSlot>;

/** A model that is about to be asked. */
export type WatchedModel = {
  /** As the AI SDK calls it, such as `openai.responses`. */
  provider: string;
  /** As prices and logs call it. */
  model: string;
  system: string;
  messages: readonly ModelMessage[];
};

/** Watches one answer of a model, which may take several requests. */
export interface AnswerWatch {
  /** Takes the whole answer. */
  over(work: () => Promise<RespondResult>, signal: AbortSignal): Promise<RespondResult>;
  /** Sends a request, with headers that belong to it. */
  request<Answer>(send: (headers: Record<string, string>) => PromiseLike<Answer>, signal: AbortSignal): Promise<Answer>;
  /** Something of the answer has come. */
  came(): void;
  /** Why the model stopped, each time. */
  stopped(reasons: string[]): void;
}

/** Told which models are asked. */
export interface ModelWatcher {
  model(asked: WatchedModel): AnswerWatch;
}

/** What an agent is asked in one turn. */
export type RespondRequest = {
  agent: string;
  /** The task that it is asked in, for agents that are plain functions. */
  task?: { id: string; swarm: string; owner: string };
  /** The conversation so far without the system prompt, ending with what is new. */
  messages: ModelMessage[];
  /** The mail that this turn answers, for agents that are plain functions. */
  inputs: MAILMessage[];
  /** What came before, for the same. */
  past?: Past;
  tools: ToolSpec[];
  toolChoice: ToolChoice;
  /** Asked of the finish message; already part of the tools, here for agents that want to know. */
  responseFormat?: JSONSchema;
  /** Of whoever the swarm works for, for functions, and for model proxies that tell users apart. Empty is none. */
  userToken?: string;
  signal: AbortSignal;
  /** How much the answer may have before it is cut off; no limit unless given. */
  textBytes?: number;
  /** Asked before every request to a provider, retries included. Without it, requests are made at once. */
  takeSlot?: TakeSlot;
  /** Called whenever somebody is asked: a second time when the first one failed, or when an answer goes on. */
  onAsk?(): void;
  /** Told of each request to a model, if anybody watches. */
  watch?: ModelWatcher | undefined;
  /** Waited for before each request to the provider of a model, once before its slot and once after; it may refuse. */
  mayAsk?(): Promise<void>;
  /** Where model calls are counted, and what they use up. */
  meter?: CallMeter;
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
  /** What a function wants to be given back with the turn. */
  memo?: JSONValue | undefined;
  /** What it took. */
  usage?: MeteredCalls | undefined;
};

/** The one thing a turn needs of an agent, whether a language model or a function is behind it. */
export type Respond = (request: RespondRequest) => Promise<RespondResult>;
