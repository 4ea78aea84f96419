import type { CallResult, JSONValue, MAILMessage } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';

/** A call that an agent made in an earlier turn, and what came of it. */
export type PastCall = { callId: string; tool: string; input: JSONValue; result: CallResult };

/** A turn that an agent has taken before. */
export type PastTurn = {
  /** The run of the task that the turn belongs to. */
  run: number;
  turn: number;
  /** The mail that it read. */
  inputs: MAILMessage[];
  /** What it said outside of calls. */
  text?: string;
  calls: PastCall[];
  /** What it returned as its memo. */
  memo?: JSONValue;
  /** Why it gave no answer. */
  failure?: string;
  /** Stands in place of the turns up to here, after a compaction. Such a turn has no mail and no calls. */
  summary?: string;
};

/** What came before a turn, for agents that are plain functions. It is read when it is asked for, as it may be long. */
export interface Past {
  history(): Promise<PastTurn[]>;
  /** The prompt that a language model would be given in this place, without the system prompt. */
  messages(): Promise<ModelMessage[]>;
}
