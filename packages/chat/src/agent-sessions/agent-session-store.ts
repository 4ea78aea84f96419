import type { AgentTotals, ApprovalAnswer } from '@posthouse/agents';
import type { Usage } from '@posthouse/protocol';
import type { DeletionOrigin, Durability, SessionOwner, TaskKey } from '@posthouse/store';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import type { MessagePage, MessageWindow } from '../sessions/read-messages.ts';
import type { UserMessage } from '../sessions/user-message.ts';

/** An answer that is being written, or waits for a person. */
export type RunRecord = {
  /** The process that the agent runs in. When it is gone, so is the run. */
  node: string;
  /** What is answered. */
  message: UserMessage;
  answerId: string;
  /** The place of the answer in the conversation, counting from 1; the message that it answers is before it. */
  place: number;
  status: 'running' | 'paused';
  startedAt: string;
  /** Somebody has asked another process to stop it. */
  isStopping?: true;
  /** Answers to calls that waited for approval, in any process. */
  verdicts?: StoredVerdict[];
};

/** An answer to a call: there is one for each, and the agent is told of it by the process that it runs in. */
export type StoredVerdict = Pick<ApprovalAnswer, 'approvalId' | 'approved' | 'reason'> & { isHeard?: true };

/** What is known about a session besides its name. All of it is JSON. */
export type AgentSessionData = {
  /** How many messages the conversation has, with the one that is being written. */
  messages: number;
  /** The folder that the agent works in. */
  cwd: string;
  model?: string;
  /** What the agent itself calls the conversation. */
  agentSessionId?: string;
  /** The agent's conversation that this one continues, until it has its own id. */
  forkOf?: string;
  usage?: Usage;
  /** In US dollars. */
  cost?: number;
  /** What the agent counts for the whole conversation, where it does. */
  totals?: AgentTotals;
  /** Messages that wait their turn. */
  queue: UserMessage[];
  /** The waiting messages came with an import, and wait until somebody writes something new. */
  isHeld?: true;
  /** Places that are no longer shown, from a first to a last, because something before them was asked again. */
  hidden?: [first: number, last: number][];
  run?: RunRecord;
};

/** A session with an agent, as it is stored. */
export type AgentSessionRecord = {
  owner: SessionOwner;
  /** Unique among the sessions of its owner. */
  id: string;
  /** Unique for ever: names the messages of the session. */
  conversation: string;
  agent: string;
  title: string;
  data: AgentSessionData;
};

/** `version` changes with every put. */
export type StoredAgentSession = AgentSessionRecord & { version: number; createdAt: string; updatedAt: string };

/** Where a message stands. */
export type MessagePlace = {
  session: Pick<AgentSessionRecord, 'owner' | 'id' | 'conversation'>;
  /** Counting from 1. */
  place: number;
  id: string;
  role: 'user' | 'assistant';
};

/** What is new of a message. */
export type MessageWrite = {
  /**
   * How many times this message was written before; `stale` otherwise. A store that keeps messages whole, for one
   * process, need not look at it.
   */
  after: number;
  /** What was added since, merged as far as it can be; nothing for a message of the user, which is written once. */
  chunks: readonly UIChunk[];
  /** The whole message as it is now, for stores that keep it whole. It is made on demand, before `write` ends. */
  message: () => UIMessage;
  /** Whether nothing more will follow. */
  isEnd: boolean;
  /** `full` by default; `normal` for text, which must survive only the end of the process. */
  durability?: Durability | undefined;
};

/** Selects a page of messages: the newest, those before one, or those after one. */
export type MessagePageOptions = MessageWindow & {
  /** The last place that is shown: what follows is still being written. */
  through: number;
};

/** Which writes of an answer: behind a place, so many of them, and about so many bytes unless one is larger. */
export type ChunkPage = { after: number; limit: number; maxBytes?: number };

/**
 * What sessions with agents need from a database. Everything is durable once its promise resolves, as far as was
 * asked for. An application with its own tables implements this on them; `createAgentSessionStore` does so on the
 * store of a Posthouse server.
 */
export interface AgentSessionStore {
  /** How long text may wait before it is written, in milliseconds. Results of calls, approvals and ends never wait. */
  readonly saveMs: number;
  get(owner: SessionOwner, id: string): Promise<StoredAgentSession | undefined>;
  /**
   * Makes or replaces a session, only if its version is that one, or 0 for none: rejects with `stale` otherwise. A fork is
   * made with a copy of the messages of another session, up to a place: both are kept, or neither.
   */
  put(
    session: AgentSessionRecord,
    options: { expect: number; copy?: { from: StoredAgentSession; through: number } },
  ): Promise<StoredAgentSession>;
  /**
   * Deletes the session and its messages. Returns the keys by which a Posthouse store is asked whether everything is
   * erased; undefined if there was no such session. `forGood`: nobody may create it again. `origin`: who deletes it,
   * if not its owner.
   */
  delete(
    owner: SessionOwner,
    id: string,
    options?: { forGood?: boolean; origin?: DeletionOrigin },
  ): Promise<TaskKey[] | undefined>;
  /** Sessions of all owners that have a run or waiting messages; read at the start and from time to time. */
  unfinished(): Promise<StoredAgentSession[]>;
  /** Adds to a message; the first write creates it. Rejects with `stale` if another process has written to it. */
  write(place: MessagePlace, write: MessageWrite): Promise<void>;
  /** Oldest first, without those in hidden places. `invalid_input` when there is no message of the id that was named. */
  messages(session: StoredAgentSession, page: MessagePageOptions): Promise<MessagePage>;
  /** One message, and its place. */
  message(session: StoredAgentSession, id: string): Promise<{ place: number; message: UIMessage } | undefined>;
  /**
   * What the writes of an answer have added, one entry for each, from a given place. A store that keeps only whole
   * messages has none; a running answer is then kept in memory, however long it is.
   */
  chunks?(place: MessagePlace, page: ChunkPage): Promise<UIChunk[][]>;
}
