import type { JSONValue, MAILMessage, OpenCall } from '@posthouse/protocol';
import type { RunLimits } from '../../definitions/swarm-definition.ts';
import { withRouting } from '../carry-step.ts';
import type { Cause } from '../cause.ts';

/** How the run of a peer has ended. */
export type RunEnding = {
  outcome: 'complete' | 'error' | 'cancelled';
  /** The letters of the reader's that the run has seen; others start another run. */
  seen?: string[];
  /** Whether whatever the reader asked for had been answered before. */
  answered?: boolean;
};

/** What a run is to know of the swarm that asks for it, beyond what the letter says. */
export type LetterOrigin = {
  /** Whether the swarm speaks our additions to MAIL. */
  ours: boolean;
  /** The limits of a run that the letter starts. */
  limits: RunLimits;
  /** By swarm: what lets us write to those who had the task before. */
  invitations?: Record<string, string>;
};

/**
 * What we know of a letter beyond its words. It stays with the message here, in the mailbox and in the log, and never
 * travels in the payload: what peers of ours are to know of it goes into the envelope's metadata.
 */
export type LetterNote = {
  /** Through how many swarms the matter has come. */
  hops?: number;
  /** On mail from a peer: the swarms that it has come through. */
  above?: string[];
  /** On mail from a peer: the instance there that wrote it, `role:id@swarm`. */
  instance?: string;
  /** In the mailbox of whoever is to read a letter that can start a run: what that run is to know. The log does not tell it. */
  origin?: LetterOrigin;
  /** On mail to a peer: the instance there that it is for. */
  to?: string;
  /** Where the sender's log ended when the letter left. */
  seq?: number;
  /** The run of the task's owner that it was written for, however many swarms are in between. */
  taskRun?: number;
  ended?: RunEnding;
  /** On mail from a peer: the calls that its run waits for. */
  paused?: OpenCall[];
  /** On mail to a peer: the calls that our run waits for. */
  asks?: OpenCall[];
  /** On a question, and on the notice that it will not be answered: the run that asks. */
  run?: number;
  /** Not a letter but a request to stop. */
  cancel?: true;
  /** Not a letter but answers to open calls. */
  resume?: { callId: string; content: JSONValue }[];
  /** In the mailbox: what brought it about. The log does not tell it. */
  cause?: Cause;
  /** Came when nobody was at work, and is read when somebody is. */
  late?: true;
  /** On a system message: the request that it is a reminder of. */
  reminds?: string;
  /** On a system message: the letter that did not arrive, or every letter to that swarm that has no answer. */
  lost?: { swarm: string; letter?: string };
};

const KEY = 'letter';

export function noteOf({ message }: MAILMessage): LetterNote {
  return (message.routingInfo?.[KEY] as LetterNote | undefined) ?? {};
}

export function withNote(message: MAILMessage, note: LetterNote): MAILMessage {
  return withRouting(message, { [KEY]: { ...noteOf(message), ...note } });
}
