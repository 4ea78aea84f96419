import type { JSONValue, Usage } from '@posthouse/protocol';
import type { UserInput } from '../agent-adapter.ts';
import type { AgentNews } from '../agent-news.ts';

/**
 * What a scripted agent does: one list of steps for each message of the user, or a function that decides. A list
 * that is used up starts again.
 *
 * @example
 * const script: AgentScript = [[{ say: 'Let me look.' }, { call: 'search', input: { q: 'x' }, output: ['y'] }, { say: 'It is y.' }]];
 */
export type AgentScript =
  | readonly (readonly AgentStep[])[]
  | ((turn: AgentTurn) => Iterable<AgentStep> | AsyncIterable<AgentStep>);

/** What a script that is a function knows. */
export interface AgentTurn {
  readonly message: UserInput;
  /** All text of the message. */
  readonly text: string;
  /** How many messages there were before, in this conversation. */
  readonly index: number;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
}

/** One thing that a scripted agent does. */
export type AgentStep =
  | SayStep
  | ThinkStep
  | CallStep
  | DelegateStep
  | { readonly wait: number }
  | { readonly fail: string }
  /** Says nothing more until it is stopped. */
  | { readonly hang: true }
  /** What the model has used. */
  | { readonly usage: Usage }
  /** Tells readers anything, for what the other steps cannot say. */
  | { readonly news: AgentNews };

/** An answer, in pieces of `pieceLength` characters with `delayMs` between them; or in the pieces that somebody gives, when they give them. */
export interface SayStep extends Pace {
  readonly say: string | AsyncIterable<string>;
  /** The answer breaks off after this text and does not count. */
  readonly retracted?: true;
}

export interface ThinkStep extends Pace {
  readonly think: string;
}

/** A call with its result, or the error it fails with. */
export interface CallStep {
  readonly call: string;
  readonly input?: JSONValue;
  readonly output?: JSONValue;
  readonly error?: string;
  /** What it prints meanwhile. */
  readonly progress?: readonly string[];
  /** Waits for the user to allow it. */
  readonly approval?: true;
  /** How long it takes, or each piece of its progress. */
  readonly delayMs?: number;
  /** `call-<n>` unless given. */
  readonly id?: string;
}

/** An agent inside the agent. */
export interface DelegateStep {
  readonly delegate: string;
  readonly name?: string;
  readonly steps: readonly (SayStep | ThinkStep | CallStep)[];
  /** What it reports in the end. */
  readonly output?: JSONValue;
  readonly id?: string;
}

interface Pace {
  readonly pieceLength?: number;
  readonly delayMs?: number;
}
