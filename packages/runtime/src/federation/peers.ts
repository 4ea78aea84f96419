import type { LogEntry, MAILInterswarmMessage } from '@posthouse/protocol';
import type { CallAnswers } from '../task/decide-resume.ts';
import type { TokenEvent } from '../follow/follow-task.ts';

/** What agents know about another swarm. */
export type PeerCard = {
  name: string;
  description: string;
  keywords: string[];
  public: boolean;
  active: boolean;
  /** Speaks our additions to MAIL. */
  ours: boolean;
};

/** Mail on its way to another swarm server. */
export type PeerLetter = {
  peer: string;
  direction: 'forward' | 'back';
  /** Complete except for `authToken`, which the code that delivers it fills in. */
  envelope: MAILInterswarmMessage;
  /** How often it has been tried before. */
  attempt: number;
};

/** A task that a swarm served here has asked a peer to work on; there it belongs to that swarm. */
export type PeerTask = { swarm: string; peer: string; taskId: string };

/**
 * The other swarm servers, as the engine sees them. Every failure is a `PosthouseError`, whose `retryable` says
 * whether trying again can help.
 */
export interface Peers {
  /** Whether agents may write to a swarm now: it is registered, approved and not switched off. Mail waits for a sick one. */
  knows(swarm: string): boolean;
  /** What agents know about the other swarms. */
  list(): PeerCard[];
  /** Hands a letter over; resolves once the peer has it, with the instance that works on the task there, if it says so. */
  deliver(letter: PeerLetter, signal: AbortSignal): Promise<{ runner?: string } | void>;
  /**
   * What a peer of ours does for a task, after a place in its log, including tokens; ends when its run ends and
   * nothing is open.
   */
  follow(request: PeerTask & { after: number }, signal: AbortSignal): AsyncIterable<LogEntry | TokenEvent>;
  /** Stops what a peer of ours does for a task; reference peers get a letter about it. */
  cancel(request: PeerTask & { key: string }, signal: AbortSignal): Promise<void>;
  /** Makes a peer of ours delete what it did for a task that was deleted here; reference peers cannot be told. */
  forget(request: PeerTask & { key: string }, signal: AbortSignal): Promise<void>;
  /** Gives results to calls that a run of a peer of ours waits for. */
  resume(request: PeerTask & { answers: CallAnswers; key: string }, signal: AbortSignal): Promise<void>;
  /** Asks registries for swarms; what is found waits for an admin. */
  discover(urls: string[], signal: AbortSignal): Promise<PeerCard[]>;
}

/** A letter from a peer, as it arrives. */
export type ReceivedLetter = {
  direction: 'forward' | 'back';
  envelope: MAILInterswarmMessage;
  from: {
    /** The peer's swarm, proven by its token and, for peers of ours, by its signature. */
    swarm: string;
    ours: boolean;
    /** Which agents it may reach beyond those with `enableInterswarm` or `enableEntrypoint`. */
    agents?: string[] | 'all';
  };
};

/** The answer to a peer: where its letter went. `repeated` if it had arrived before. */
export type LetterReceipt = { taskId: string; swarm: string; repeated: boolean };
