import type { JSONValue, MAILMessage, ToolSpec } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';
import type { PastTurn } from '../respond/past-turn.ts';
import type { ToolChoice } from '../respond/respond.ts';

/** What a function agent gets in one turn. */
export type AgentFunctionInput = {
  /** The mail that this turn answers. */
  inputs: MAILMessage[];
  /** The task, and whose it is. */
  task: { id: string; swarm: string; owner: string };
  tools: ToolSpec[];
  toolChoice: ToolChoice;
  signal: AbortSignal;
  /**
   * The token that the owner of the task last sent, to act in their name elsewhere. Tokens are kept in memory only: it is
   * undefined after a restart or in another process, until the owner has sent a request there. Empty where nobody sends any.
   */
  userToken?: string | undefined;
  /**
   * The turns that the agent has taken in this task, oldest first: what it read, said and called, and what came of each
   * call. It comes from the database, so it is the same after a restart and in another process. What you get is a copy.
   */
  history(): Promise<PastTurn[]>;
  /**
   * The same and the new mail, as the messages that a language model in this place would be given. They do not contain
   * a system prompt.
   */
  messages(): Promise<ModelMessage[]>;
};

/** A call that a function agent makes. Readers are shown the reasoning and the preamble; the history has neither. */
export type AgentFunctionCall = {
  tool: string;
  /** JSON. */
  input: unknown;
  callId?: string;
  reasoning?: string;
  preamble?: string;
  /**
   * What came of a tool that has run already, at the provider of a model that the function asks: a search of the web, for
   * example. Such a call is shown to readers and not made.
   */
  result?: JSONValue;
};

/** What a function agent returns: calls, or text. */
export type AgentFunctionOutput = {
  text?: string;
  calls?: AgentFunctionCall[];
  /** Kept with the turn, for nobody but the function: `history()` gives it back. */
  memo?: JSONValue;
};

/**
 * An agent without a language model.
 *
 * @example
 * const run: AgentFunction = async ({ inputs, history }) => {
 *   const found = (await history()).at(-1)?.calls.find((call) => call.tool === 'lookup')?.result;
 *   if (found?.status === 'success') return { text: `It is ${JSON.stringify(found.content)}.` };
 *   return { calls: [{ tool: 'lookup', input: { question: inputs.at(-1)?.message.body } }] };
 * };
 */
export type AgentFunction = (input: AgentFunctionInput) => Promise<AgentFunctionOutput> | AgentFunctionOutput;
