import type { CallKind, CallResult, JSONObject, JSONValue, MAILMessage } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import type { ModelMessage } from 'ai';
import type { KeptMessages } from './kept-messages.ts';

/** A call of a turn and how far it has come. */
export type TurnCall = {
  callId: string;
  tool: string;
  input: JSONValue;
  kind: CallKind;
  /** What was wrong with the arguments, when the model wrote something that is no JSON. */
  inputError?: string;
  /** Set before the action runs: after a crash nobody can say what a started action without a result has done. */
  started?: true;
  /** Whether somebody has to say yes before the action runs, and whether they have. */
  approval?: 'asked' | 'granted';
  result?: CallResult;
  /** The result as a function reads it, where a model is shown less. */
  whole?: CallResult;
};

/** One turn as it is stored: the journal while it is open, the history once it is done. */
export type TurnData = {
  format: 1;
  inputs: MAILMessage[];
  /** How often the model was asked; an interrupt or a crash asks again. */
  attempt: number;
  /** The assistant's part of the prompt. */
  messages: ModelMessage[];
  calls: TurnCall[];
  /** Words outside of calls. */
  text?: string;
  /** What a function wants to be given back with the turn. */
  memo?: JSONValue | undefined;
  /** Why there is no answer. */
  failure?: string;
  /** On questions of another swarm: who there asks. */
  asker?: { address: string; instance?: string };
  /** On a summary: what the earlier turns came to. */
  summary?: string;
  /** On a summary: what the user wrote in the earlier turns. */
  kept?: KeptMessages;
};

export function readTurn(turn: Turn): TurnData {
  return turn.data as unknown as TurnData;
}

export function toStoredTurn(turn: Omit<Turn, 'data'>, data: TurnData): Turn {
  return { ...turn, data: data as unknown as JSONObject };
}

/** The next call that has no result yet. */
export function nextCall(data: TurnData): TurnCall | undefined {
  return data.calls.find((call) => call.result === undefined);
}

/** Calls that are answered from outside, with a result or a yes. They come last in their turn. */
export function isOutside(call: TurnCall): boolean {
  return (call.kind === 'breakpoint' || call.approval !== undefined) && call.inputError === undefined;
}

/** The calls of a turn that somebody outside is asked about: none before the turn has come to them. */
export function waitingCalls({ calls }: TurnData): TurnCall[] {
  const unanswered = calls.filter((call) => call.result === undefined);
  return unanswered.every(isOutside) ? unanswered.filter(isWaiting) : [];
}

/** Calls that wait for somebody outside: for a result, or for a yes. */
export function isWaiting(call: TurnCall): boolean {
  return call.result === undefined && isOutside(call) && call.approval !== 'granted';
}
