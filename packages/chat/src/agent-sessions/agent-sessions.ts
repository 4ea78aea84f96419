import type { ListedAgent } from '@posthouse/agents';
import { invalidInput, isId, newId, PosthouseError } from '@posthouse/protocol';
import type { DeletionOrigin, SessionOwner, TaskKey } from '@posthouse/store';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { MessagePage, MessageWindow } from '../sessions/read-messages.ts';
import type { UserMessage } from '../sessions/user-message.ts';
import { AgentOffer, type AgentOfferOptions } from './agent-offer.ts';
import type { AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';
import type { RunCursor } from '../streams/run-streams.ts';
import { AnswerStreams } from './answer-streams.ts';
import type { AgainWish } from './ask-again.ts';
import { HeldSaves } from './held-saves.ts';
import type { AgentNodes } from './agent-nodes.ts';
import { LiveSession, type NewAgentSession, type SendOptions } from './live-session.ts';
import type { ApprovalVerdict, OpenApproval } from './open-approvals.ts';
import { readApprovals } from './run-elsewhere.ts';
import { putFork } from './put-fork.ts';
import { sessionBusy } from './session-busy.ts';
import type { AgentObserver } from '../telemetry/agent-observer.ts';
import { AgentTelemetry } from '../telemetry/agent-telemetry.ts';

export type AgentSessionsOptions = AgentOfferOptions & {
  store: AgentSessionStore;
  /** Which processes share the store; this one alone by default. */
  nodes?: AgentNodes;
  /** A session that is idle for this long releases its agent; ten minutes by default. */
  idleMs?: number;
  /** Names answers, for applications with their own names; each must be new. */
  newAnswerId?: () => string;
  /** Counts what agents do. */
  observer?: AgentObserver;
  /** Called with errors that no reader can be told. */
  onError?: (error: unknown) => void;
};

const IDLE_MS = 10 * 60_000;
/** How often to look for sessions whose process is gone. */
const SWEEP_MS = 10_000;

/**
 * Chat sessions with agents, for one process. Everything is saved as it is said; a reader who returns finds it
 * again, and so does the next process.
 *
 * @example
 * const sessions = new AgentSessions({ store, registry: async () => agents, folders: ['/srv/projects'] });
 * await sessions.recover();
 * const answer = await sessions.send(owner, 'chat-1', { message, whenBusy: 'queue', begin: { agent: 'pi' } });
 * await answer.stream(connection, leaving);
 */
export class AgentSessions implements AsyncDisposable {
  readonly offer: AgentOffer;
  readonly #options: AgentSessionsOptions;
  readonly #nodes: AgentNodes;
  readonly #live = new Map<string, LiveSession>();
  readonly #onError: (error: unknown) => void;
  readonly #streams: AnswerStreams;
  readonly #held = new HeldSaves();
  readonly #telemetry: AgentTelemetry | undefined;
  readonly #sweeping: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: AgentSessionsOptions) {
    this.#options = options;
    this.offer = new AgentOffer(options);
    this.#nodes = options.nodes ?? { self: newId(), isAlive: async () => false };
    this.#onError = options.onError ?? (() => undefined);
    this.#telemetry = AgentTelemetry.find(options.observer);
    this.#streams = new AnswerStreams((error) => {
      // That an answer was given up has been said by whoever wrote it.
      if (!PosthouseError.isInstance(error) || error.code !== 'unavailable') this.#onError(error);
    });
    this.#sweeping = setInterval(() => void this.recover().catch(this.#onError), SWEEP_MS);
    this.#sweeping.unref();
  }

  /** How many sessions are in use. */
  get size(): number {
    return this.#live.size;
  }

  /** Why nothing can be written now, if so. */
  get problem(): PosthouseError | undefined {
    return this.#held.problem;
  }

  /** The agents that a session may be with. */
  agents(): Promise<ListedAgent[]> {
    return this.offer.list();
  }

  /** Closes what ended processes have left open, and answers waiting messages. A server calls it at its start. */
  async recover(): Promise<void> {
    for (const session of await this.#options.store.unfinished()) {
      if (this.#isClosing) return;
      const live = this.#live.get(keyOf(session.owner, session.id));
      if (live?.run !== undefined) continue;
      await this.#use(session.owner, session.id)
        .settle()
        .catch((error: unknown) => this.#onError(error));
    }
  }

  /** Sends a message, which begins the session if it is new. It is safe when the promise resolves. */
  async send(owner: SessionOwner, id: string, options: SendOptions): Promise<ChatAnswer> {
    if (!isId(id)) throw invalidInput('a session id has 1 to 256 characters');
    return this.#use(owner, id).send(options);
  }

  /** Whether a message has arrived. */
  async has(owner: SessionOwner, id: string, messageId: string): Promise<boolean> {
    const session = await this.find(owner, id);
    return session !== undefined && (await this.#options.store.message(session, messageId)) !== undefined;
  }

  /** Asks for another answer to a message; what came after it is no longer shown. */
  async again(owner: SessionOwner, id: string, wish: AgainWish): Promise<ChatAnswer> {
    return this.#use(owner, id).again(wish);
  }

  /** Makes a session without a message. */
  async create(owner: SessionOwner, id: string, begin: NewAgentSession): Promise<StoredAgentSession> {
    return this.#use(owner, id).create(begin);
  }

  /** A second session that continues from where the first is. */
  async fork(owner: SessionOwner, id: string, to: { id: string; title?: string }): Promise<StoredAgentSession> {
    const from = await this.get(owner, id);
    if (from.data.run !== undefined) throw sessionBusy(id, 'fork it later');
    // First of all: a name that is taken refuses the fork before anything was copied, by the agent neither.
    const made = await putFork(this.#options.store, from, to);
    const fork = this.#use(owner, to.id);
    try {
      return await fork.adopt(made, await this.#use(owner, id).forkAgent(from));
    } catch (error) {
      await fork.remove().catch(this.#onError);
      throw error;
    }
  }

  /** The session; undefined when there is none with an agent. */
  find(owner: SessionOwner, id: string): Promise<StoredAgentSession | undefined> {
    return this.#options.store.get(owner, id);
  }

  /** The session, with nothing in it that a process has left behind. Sessions of others are answered like sessions that do not exist. */
  async get(owner: SessionOwner, id: string): Promise<StoredAgentSession> {
    const known = await this.find(owner, id);
    const isOwn = this.#live.get(keyOf(owner, id))?.run !== undefined;
    const session = known?.data.run === undefined || isOwn ? known : await this.#use(owner, id).settle();
    if (session !== undefined) return session;
    throw new PosthouseError({ code: 'session_not_found', message: `there is no session '${id}'` });
  }

  /** Calls of a session that wait for approval, in any process. */
  async approvals(session: StoredAgentSession): Promise<OpenApproval[]> {
    const { run } = session.data;
    const own = this.#live.get(keyOf(session.owner, session.id))?.run;
    if (own !== undefined) return own.approvals;
    if (run?.status !== 'paused') return [];
    return (await readApprovals(this.#options.store, session, run)).approvals.all;
  }

  /**
   * The stream of the answer that is being written, or of the named one, after what the reader has of it; undefined
   * if there is none.
   */
  async resume(
    owner: SessionOwner,
    id: string,
    answerId?: string,
    cursor?: RunCursor,
  ): Promise<ChatAnswer | undefined> {
    return this.#use(owner, id).resume(answerId, cursor);
  }

  /** Approves or refuses waiting calls; returns the stream that continues. */
  async answer(
    owner: SessionOwner,
    id: string,
    answer: { answerId?: string; verdicts: readonly ApprovalVerdict[] },
  ): Promise<ChatAnswer> {
    return this.#use(owner, id).answer(answer.answerId, answer.verdicts);
  }

  async stop(owner: SessionOwner, id: string): Promise<boolean> {
    return this.#use(owner, id).stop();
  }

  /** Oldest first. The answer that is being written is not among them: its stream begins with its first word. */
  async messages(
    owner: SessionOwner,
    id: string,
    page: MessageWindow,
  ): Promise<MessagePage & { session: StoredAgentSession }> {
    const session = await this.get(owner, id);
    const { run, messages } = session.data;
    const through = run?.status === 'running' ? run.place - 1 : messages;
    return { ...(await this.#options.store.messages(session, { ...page, through })), session };
  }

  async rename(owner: SessionOwner, id: string, title: string): Promise<StoredAgentSession> {
    return this.#use(owner, id).rename(title);
  }

  /** Stops the run, and deletes the session with all its messages for good. */
  async remove(owner: SessionOwner, id: string, origin?: DeletionOrigin): Promise<TaskKey[]> {
    return this.#use(owner, id).remove({ forGood: true, origin });
  }

  /** Changes a message that waits its turn. */
  async editQueued(owner: SessionOwner, id: string, { id: messageId, parts }: UserMessage): Promise<UserMessage> {
    return this.#use(owner, id).editQueued(messageId, parts);
  }

  async removeQueued(owner: SessionOwner, id: string, messageId: string): Promise<void> {
    await this.#use(owner, id).removeQueued(messageId);
  }

  /** Lets answers finish for a while, then stops them. The next process answers waiting messages. */
  async close({ drainMs = 0 }: { drainMs?: number } = {}): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweeping);
    const sessions = [...this.#live.values()];
    for (const live of sessions) live.retire();
    const runs = sessions.flatMap(({ run }) => (run === undefined || run.isPaused ? [] : [run.ended]));
    if (runs.length > 0 && drainMs > 0) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, drainMs);
      await Promise.race([Promise.all(runs), late]);
      clearTimeout(timer);
    }
    this.#held.giveUp();
    await Promise.all(sessions.map((live) => live.close().catch(this.#onError)));
    this.#live.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #use(owner: SessionOwner, id: string): LiveSession {
    if (this.#isClosing) {
      throw new PosthouseError({ code: 'unavailable', message: 'the server is shutting down' });
    }
    const key = keyOf(owner, id);
    const known = this.#live.get(key);
    if (known !== undefined) return known;
    const { store, idleMs = IDLE_MS, newAnswerId } = this.#options;
    const live = new LiveSession({
      store,
      streams: this.#streams,
      held: this.#held,
      offer: this.offer,
      nodes: this.#nodes,
      owner,
      id,
      idleMs,
      newAnswerId,
      telemetry: this.#telemetry,
      onIdle: () => {
        if (this.#live.get(key) === live) this.#live.delete(key);
      },
      onError: this.#onError,
    });
    this.#live.set(key, live);
    return live;
  }
}

function keyOf({ role, id: owner }: SessionOwner, id: string): string {
  return JSON.stringify([role, owner, id]);
}
