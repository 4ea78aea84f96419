import type { LogEntry, MAILInterswarmMessage } from '@posthouse/protocol';
import type { CallAnswers } from '../task/decide-resume.ts';
import type { TokenEvent } from '../follow/follow-task.ts';

/** What agents are told of another swarm. */
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
  /** Complete but for `authToken`, which whoever delivers it fills in. */
  envelope: MAILInterswarmMessage;
  /** How often it has been tried before. */
  attempt: number;
};

/** A task that a swarm served here has asked a peer to work on; there it belongs to that swarm. */
export type PeerTask = { swarm: string; peer: string; taskId: string };

/**
 * The other swarm servers, as the engine sees them. Whatever fails, fails with a `PosthouseError`, whose `retryable` says
 * whether trying again can help.
 */
export interface Peers {
  /** Whether agents may write to a swarm now: it is registered, approved and not switched off. Mail waits for a sick one. */
  knows(swarm: string): boolean;
  /** What agents are told of the other swarms. */
  list(): PeerCard[];
  /** Hands a letter over; resolves once the peer has it, with the instance that works on the task there, if it says so. */
  deliver(letter: PeerLetter, signal: AbortSignal): Promise<{ runner?: string } | void>;
  /** What a peer of ours does for a task, from behind a place in its log on, tokens too; ends when its run ends and nothing is open. */
  follow(request: PeerTask & { after: number }, signal: AbortSignal): AsyncIterable<LogEntry | TokenEvent>;
  /** Stops what a peer of ours does for a task; reference peers are told by a letter. */
  cancel(request: PeerTask & { key: string }, signal: AbortSignal): Promise<void>;
  /** Has a peer of ours delete what it did for a task that was deleted here; reference peers cannot be told. */
  forget(request: PeerTask & { key: string }, signal: AbortSignal): Promise<void>;
  /** Gives results to calls that a run of a peer of ours waits for. */
  resume(request: PeerTask & { answers: CallAnswers; key: string }, signal: AbortSignal): Promise<void>;
  /** Asks registries for swarms; what is found waits for an admin. */
  discover(urls: string[], signal: AbortSignal): Promise<PeerCard[]>;
}

/** A letter of a peer, as it comes in. */
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

/** What a peer is told: where its letter went. `repeated` when it had come before. */
export type LetterReceipt = { taskId: string; swarm: string; repeated: boolean };
