import type { RequestExpectation } from './expectation.ts';
import type { ScriptedFault } from './fault.ts';
import type { ScriptedRequest } from './scripted-request.ts';

/**
 * Decides what the model answers.
 *
 * A list is played in order, one turn per request; a request after its end is unexpected. A function gets the
 * request and returns a turn; it throws for a request it does not expect.
 *
 * @example
 * const script: Script = [{ toolCalls: [{ name: 'add', input: { a: 1, b: 2 } }] }, { text: 'It is 3.' }];
 */
export type Script = readonly ScriptedTurn[] | ((request: ScriptedRequest) => ScriptedTurn | PromiseLike<ScriptedTurn>);

/**
 * One answer of the model. Say what it contains either in short (`reasoning`, `text`, `toolCalls`, in this order) or as
 * an ordered list (`content`).
 *
 * @example
 * const turn: ScriptedTurn = { reasoning: 'Simple.', text: 'Four.', usage: { input: 12, output: 3 }, delayMs: 20 };
 */
export interface ScriptedTurn {
  readonly reasoning?: string;
  readonly text?: string;
  /** Text of this many bytes, in numbered lines so that a lost or repeated piece shows. */
  readonly hugeText?: { readonly bytes: number };
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly content?: readonly ScriptedPart[];
  readonly usage?: ScriptedUsage;
  /** By default `tool-calls` if there are calls for the caller to run, else `stop`. */
  readonly finishReason?: ScriptedFinishReason;
  /** Characters per chunk; by default 16, or 16384 with `hugeText`. */
  readonly chunkSize?: number;
  /** Wait before each chunk. */
  readonly delayMs?: number;
  /** Wait before the first chunk instead of `delayMs`. */
  readonly firstDelayMs?: number;
  readonly fault?: ScriptedFault;
  /** What must hold for the request, or it fails as an unexpected request. */
  readonly expect?: RequestExpectation;
}

export type ScriptedFinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter';

export interface ScriptedToolCall {
  readonly name: string;
  /** Any JSON value. */
  readonly input?: unknown;
  /** Instead of `input`: the text as the model wrote it, which need not be JSON. */
  readonly rawInput?: string;
  /** `call_<request>_<n>` by default. */
  readonly id?: string;
  /** For tools that are offered as a group, where the dialect has groups: OpenAI Responses. */
  readonly namespace?: string;
}

export type ScriptedPart =
  | ScriptedTextPart
  | ScriptedReasoningPart
  | ScriptedToolCallPart
  | ScriptedWebSearchPart
  | ScriptedCodeInterpreterPart;

export interface ScriptedTextPart {
  readonly type: 'text';
  readonly text: string;
  readonly citations?: readonly ScriptedCitation[];
}

export interface ScriptedReasoningPart {
  readonly type: 'reasoning';
  readonly text?: string;
  /** The provider hides the text and sends an opaque blob in its place. */
  readonly redacted?: boolean;
}

export interface ScriptedToolCallPart extends ScriptedToolCall {
  readonly type: 'tool-call';
}

/** A search that the provider runs itself. The text that follows may cite its results. */
export interface ScriptedWebSearchPart {
  readonly type: 'web-search';
  readonly query: string;
  readonly results?: readonly ScriptedSearchResult[];
  readonly id?: string;
}

/** A program that the provider runs itself; OpenAI Responses and in process only. */
export interface ScriptedCodeInterpreterPart {
  readonly type: 'code-interpreter';
  readonly code: string;
  readonly outputs?: readonly ScriptedCodeOutput[];
  readonly id?: string;
}

export interface ScriptedSearchResult {
  readonly url: string;
  readonly title: string;
}

export interface ScriptedCitation extends ScriptedSearchResult {
  /** The cited stretch of the part's text; all of it by default. */
  readonly start?: number;
  readonly end?: number;
}

export type ScriptedCodeOutput =
  | { readonly type: 'logs'; readonly logs: string }
  | { readonly type: 'image'; readonly url: string };

/** Token counts. What is left out is estimated from the text, the same way each time. */
export interface ScriptedUsage {
  /** All input tokens, cached ones included. */
  readonly input?: number;
  readonly cached?: number;
  /** All output tokens, reasoning included. */
  readonly output?: number;
  readonly reasoning?: number;
}
