import type { JSONValue } from '@posthouse/protocol';

/** The messages of a transcript up to a place, including that one. */
export type TranscriptCopy = { transcript: string; through: number };

/** Lines that are added to a message of a transcript. */
export type TranscriptWrite = {
  transcript: string;
  /** The place of the message in the conversation, counting from 1. */
  message: number;
  /** How many lines the message has; `stale` otherwise. */
  after: number;
  /** With the first line: what the message is called. `stale` when another message of the transcript is called so. */
  id?: string;
  lines: readonly JSONValue[];
  /** `full` by default. */
  durability?: Durability | undefined;
};

/** `full`: a write survives a power failure. `normal`: it survives the end of the process, and is faster. */
export type Durability = 'full' | 'normal';

export type TranscriptLine = { message: number; seq: number; line: JSONValue };

/**
 * Conversations line by line, as they are written. Lines are only added, so a write costs what is new, however long
 * a message is. The content of a line is opaque to the store.
 */
export interface Transcripts {
  /** Durable once the promise resolves. */
  append(write: TranscriptWrite): Promise<void>;
  /** The lines of a message after a place, at most `limit` of them and, if given, `maxBytes`, but always one. */
  read(
    transcript: string,
    message: number,
    options: { after: number; limit: number; maxBytes?: number },
  ): Promise<TranscriptLine[]>;
  /** All lines of the messages from one to another, both included. */
  messages(transcript: string, from: number, to: number): Promise<TranscriptLine[]>;
  /** The place of the message of that id. */
  find(transcript: string, id: string): Promise<number | undefined>;
  /** The place of the newest message; 0 when there is none. */
  head(transcript: string): Promise<number>;
}
