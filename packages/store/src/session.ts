import type { InstanceRole, JSONObject } from '@posthouse/protocol';
import type { DeletionOrigin } from './deletion-record.ts';
import type { TaskKey } from './task.ts';
import type { TranscriptCopy } from './transcript.ts';

/** Who owns a chat session. One person's sessions may be with different swarms, so it names no swarm. */
export type SessionOwner = { role: InstanceRole; id: string };

/** A task that contains a part of a session's conversation; `from` says where it left another one. */
export type SessionBranch = {
  taskId: string;
  /** The conversation up to there: the runs of that task before this one. */
  from?: { taskId: string; beforeRun: number };
  /** Names the request that asked for it, so that the same request twice makes one branch. */
  by?: string;
};

/** A session as it is put: everything but what the store itself adds. */
export type NewSession = {
  owner: SessionOwner;
  /** Chosen by a client, and unique among the sessions of its owner. */
  id: string;
  /** The swarm or other agent that the session is with. */
  agent: string;
  title: string;
  /** The current task of the conversation, or its transcript. */
  taskId: string;
  /** Every task it has been in, oldest first. */
  branches: SessionBranch[];
  /** What the chat keeps with it. Opaque to the store. */
  data: JSONObject;
  /** Whether something is left to do in it, so that it is found again after a restart. */
  unfinished?: true;
};

/** A chat session. `version` changes with every put, and never comes back. */
export type Session = NewSession & { version: number; createdAt: string; updatedAt: string };

/** Chat sessions, by owner and id. Nothing here takes longer because others have sessions too. */
export interface Sessions {
  get(owner: SessionOwner, id: string): Promise<Session | undefined>;
  /**
   * Makes or replaces a session. With `expect`, only if its version is that one, or 0 for none: `stale` otherwise. With
   * `copy`, its transcript, which must be new, begins as a copy of another one: both are kept, or neither.
   */
  put(session: NewSession, options?: { expect?: number; copy?: TranscriptCopy }): Promise<Session>;
  /** Those that were put last come first. `before` is the version of the last session of the previous page. */
  list(owner: SessionOwner, options: { before?: number; limit: number }): Promise<Session[]>;
  /** Those of all owners that were last put before a time, longest ago first. `after` is the version of the last one of the previous page. */
  aged(before: number, limit: number, after?: number): Promise<Session[]>;
  /** Those of all owners in which something is left to do, longest waiting first. */
  unfinished(): Promise<Session[]>;
  /**
   * Returns the keys of what is left to erase, which later steps of `Deletions.erase` do; undefined if there was no
   * such session. With `forGood` it leaves a tombstone, so that nobody can create it again: `get` and `put` are refused
   * with `task_deleted` for 30 days. The tombstone may have notices, like that of a task. `origin` says who deletes it
   * for good, if not its owner.
   */
  delete(
    owner: SessionOwner,
    id: string,
    options?: {
      forGood?: boolean;
      notices?: JSONObject;
      origin?: DeletionOrigin | undefined;
      /** Refuses with `stale` if the version has changed. */
      expect?: number;
    },
  ): Promise<TaskKey[] | undefined>;
}
