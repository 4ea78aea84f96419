import type { AgentSession } from '@posthouse/agents';
import { invalidInput, newId, PosthouseError } from '@posthouse/protocol';
import type { SessionOwner, TaskKey } from '@posthouse/store';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { WhenBusy } from '../sessions/to-chat-request.ts';
import { titleOf, type UserMessage } from '../sessions/user-message.ts';
import type { RunCursor } from '../streams/run-streams.ts';
import { AgentLine } from './agent-line.ts';
import type { AgentOffer } from './agent-offer.ts';
import type { RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { AnswerStreams } from './answer-streams.ts';
import { type AgainWish, findQuestion, hideBehind } from './ask-again.ts';
import { beginRun, type BeginRunOptions } from './begin-run.ts';
import { isRepeated } from './is-repeated.ts';
import { changeQueued, dropQueue, enqueue } from './message-queue.ts';
import type { ApprovalVerdict, MatchedVerdict } from './open-approvals.ts';
import { sessionBusy } from './session-busy.ts';
import { answerElsewhere, claimVerdicts, stopElsewhere, watchRequests } from './run-elsewhere.ts';
import { Sequence } from './sequence.ts';
import { SessionAnswers } from './session-answers.ts';
import { type LifeEffect, type LifeEvent, mayBegin, newLife, type SessionLife, step } from './session-life.ts';
import { SessionRecord } from './session-record.ts';
import type { SessionRun } from './session-run.ts';
import { settleSession } from './settle-session.ts';
import { without } from './without.ts';

export type LiveSessionOptions = BeginRunOptions & {
  streams: AnswerStreams;
  offer: AgentOffer;
  owner: SessionOwner;
  id: string;
  idleMs: number;
  /** It has had nothing to do for a while, and can be forgotten. */
  onIdle: () => void;
};

/** What a new session begins with. */
export type NewAgentSession = { agent: string; title?: string; cwd?: string; model?: string };

export type SendOptions = {
  message: UserMessage;
  whenBusy: WhenBusy;
  /** The agent that the session must be with, if that matters. */
  agent?: string | undefined;
  /** For a session that does not exist yet. */
  begin: NewAgentSession;
};

/**
 * A session in use: does one thing after the other, so that two messages at once never start two runs. Other processes are
 * kept out by the record of the session, which only one of them can have changed.
 */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  readonly #record: SessionRecord;
  readonly #answers: SessionAnswers;
  readonly #commands = new Sequence();
  #life: SessionLife<SessionRun> = newLife;
  #line: AgentLine | undefined;
  #changed = Promise.withResolvers<void>();
  #idle: NodeJS.Timeout | undefined;
  #watching: Disposable | undefined;

  constructor(options: LiveSessionOptions) {
    const { id, store, streams } = options;
    this.#options = options;
    this.#record = new SessionRecord(store, options);
    this.#answers = new SessionAnswers({
      id,
      store,
      streams,
      record: this.#record,
      run: () => this.run,
      changed: () => this.#changed.promise,
      isClosing: () => this.#life.isRetired,
      abandon: (messageId) => this.#abandon(messageId),
    });
  }

  /** The answer that is being written here, if there is one. */
  get run(): SessionRun | undefined {
    return this.#life.run;
  }

  send({ message, whenBusy, agent, begin }: SendOptions): Promise<ChatAnswer> {
    return this.#inOrder(() =>
      this.#record.insist(async () => {
        const session = await this.#settled();
        if (session === undefined) return this.#create(message, begin);
        if (agent !== undefined && agent !== session.agent) {
          throw invalidInput(`the session '${session.id}' is with the agent '${session.agent}', not with '${agent}'`);
        }
        if (await isRepeated(this.#options.store, session, message)) return this.#answers.to(message.id);
        if (session.data.run === undefined) return this.#begin(session, message);
        // Only if nothing has changed: another process may have got the same message meanwhile.
        const queued = enqueue(session, message, whenBusy);
        await this.#record.replace(queued.session);
        this.#options.telemetry?.wait({ conversation: session.conversation, messageId: message.id });
        if (queued.halted !== undefined) await this.#halt(queued.halted);
        return this.#answers.to(message.id);
      }),
    );
  }

  /** Has a message answered once more. The agent hears it again, and knows what it has said and done before. */
  again(wish: AgainWish): Promise<ChatAnswer> {
    return this.#inOrder(() =>
      this.#record.insist(async () => {
        const session = await this.#found();
        const { message, place, isAsked } = await findQuestion(this.#options.store, session, wish);
        if (isAsked) return this.#answers.to(message.id);
        if (session.data.run !== undefined) await this.#halt(session.data.run);
        const now = await this.#found();
        return this.#begin({ ...now, data: hideBehind(now.data, place) }, message);
      }),
    );
  }

  /** Makes a session without a message. */
  create(begin: NewAgentSession): Promise<StoredAgentSession> {
    return this.#inOrder(async () => {
      if ((await this.#record.load()) !== undefined)
        throw invalidInput(`the session '${this.#options.id}' is there already`);
      return this.#record.make(await this.#newSession(begin, begin.title ?? ''));
    });
  }

  answer(answerId: string | undefined, verdicts: readonly ApprovalVerdict[]): Promise<ChatAnswer> {
    return this.#inOrder(async () => {
      const session = await this.#found();
      const { run } = session.data;
      if (run === undefined || (answerId !== undefined && answerId !== run.answerId)) {
        throw new PosthouseError({ code: 'call_not_found', message: 'no call of this message waits for an approval' });
      }
      const abandon = (): Promise<void> => this.#abandon(run.message.id);
      const own = this.run;
      if (own !== undefined) {
        const claim = (matched: MatchedVerdict[]) => claimVerdicts(this.#record, run, { matched, isHeard: true });
        return { ...this.#answers.own(own, { seen: await own.settle(verdicts, claim) }), abandon };
      }
      // The answer goes on where it is written; here it is read from the store.
      const { store } = this.#options;
      if (store.chunks === undefined)
        throw sessionBusy(session.id, 'its approvals can only be given in the process it is in');
      const seen = await answerElsewhere({ store, record: this.#record }, session, verdicts);
      return { ...this.#answers.stored({ session, ...run }, { seen }), abandon };
    });
  }

  /** Stops what is being written; what waits behind it is not answered any more. False when there is nothing. */
  stop(): Promise<boolean> {
    return this.#inOrder(async () => {
      const session = await this.#found();
      if (session.data.run === undefined) return false;
      // Without room on the disk what waits cannot be dropped, and what runs is stopped all the same.
      const dropped = await this.#dropQueue().catch((error: unknown) => ({ error }));
      await this.#halt(session.data.run);
      if (dropped !== undefined) throw dropped.error;
      return true;
    });
  }

  editQueued(messageId: string, parts: UserMessage['parts']): Promise<UserMessage> {
    return this.#inOrder(async () => {
      const edited = { id: messageId, parts };
      await this.#found();
      await changeQueued(this.#record, messageId, () => edited);
      return edited;
    });
  }

  removeQueued(messageId: string): Promise<void> {
    return this.#inOrder(async () => {
      await this.#found();
      await this.#takeBack(messageId);
    });
  }

  rename(title: string): Promise<StoredAgentSession> {
    return this.#inOrder(() => this.#record.update((session) => ({ ...session, title })));
  }

  /** Returns the keys of what is left to erase. */
  remove(options?: Parameters<SessionRecord['remove']>[0]): Promise<TaskKey[]> {
    return this.#inOrder(async () => {
      const { data } = await this.#found();
      if (data.run === undefined) await this.run?.stop();
      else await this.#halt(data.run);
      await this.#line?.close();
      this.#line = undefined;
      const keys = await this.#record.remove(options);
      this.#wakeReaders();
      return keys;
    });
  }

  /** A copy of the agent's side for a fork, which knows what the session knew when it was forked. */
  forkAgent({ data }: StoredAgentSession): Promise<AgentSession> {
    return this.#inOrder(async () => {
      const session = await this.#found();
      const hasGoneOn = session.data.run !== undefined || session.data.messages !== data.messages;
      if (hasGoneOn) throw sessionBusy(session.id, 'fork it later');
      return (await this.#lineOf(session)).fork();
    });
  }

  /** Takes the agent's side of a fork. One that has a name already is found again by it after a restart. */
  adopt(fork: StoredAgentSession, side: AgentSession): Promise<StoredAgentSession> {
    return this.#inOrder(async () => {
      (await this.#lineOf(fork)).use(side);
      const { agentSessionId } = side;
      if (agentSessionId === undefined) return fork;
      return this.#record.update((now) => ({ ...now, data: { ...without(now.data, 'forkOf'), agentSessionId } }));
    });
  }

  /** Sees to it that the session is as it should be: what was left behind is closed, and what waits is answered. */
  settle(): Promise<StoredAgentSession | undefined> {
    return this.#inOrder(async () => {
      const session = await this.#settled();
      if (session !== undefined && session.data.run === undefined) await this.#answerNext();
      return session;
    });
  }

  /** Begins nothing new; whoever waits for an answer that has not begun has to ask again, elsewhere. */
  retire(): void {
    this.#note({ type: 'retired' });
  }

  /** Ends everything; what was written so far is kept. */
  async close(): Promise<void> {
    this.retire();
    await this.run?.stop('interrupted');
    await this.#inOrder(async () => this.#line?.close());
  }

  /** The stream of an answer, wherever it is written. */
  async resume(answerId: string | undefined, cursor?: RunCursor): Promise<ChatAnswer | undefined> {
    const session = await this.#inOrder(() => this.#settled());
    if (session === undefined) return undefined;
    const { run } = session.data;
    const own = this.run;
    if (answerId === undefined && run?.status !== 'running') return undefined;
    if (own !== undefined && own.record.answerId === (answerId ?? run?.answerId)) return this.#answers.own(own, cursor);
    const place =
      answerId === undefined || answerId === run?.answerId
        ? run
        : toPlace(await this.#options.store.message(session, answerId));
    return place === undefined ? undefined : this.#answers.stored({ session, ...place }, cursor);
  }

  #settled(): Promise<StoredAgentSession | undefined> {
    const { store, nodes } = this.#options;
    return settleSession(this.#record, { store, nodes, own: this.run?.record.answerId });
  }

  async #found(): Promise<StoredAgentSession> {
    const session = await this.#settled();
    if (session !== undefined) return session;
    throw new PosthouseError({ code: 'session_not_found', message: `there is no session '${this.#options.id}'` });
  }

  async #create(message: UserMessage, begin: NewAgentSession): Promise<ChatAnswer> {
    const made = await this.#newSession(begin, begin.title ?? titleOf(message));
    return this.#begin({ ...made, version: 0, createdAt: '', updatedAt: '' }, message);
  }

  async #newSession({ agent, cwd, model }: NewAgentSession, title: string) {
    const { owner, id, offer } = this.#options;
    await offer.load(agent);
    const data = { messages: 0, cwd: await offer.folder(cwd), model, queue: [] };
    return { owner, id, conversation: newId(), agent, title, data };
  }

  /** Starts the answer to a message. */
  async #begin(session: StoredAgentSession, message: UserMessage): Promise<ChatAnswer> {
    const line = await this.#lineOf(session);
    const run = await beginRun(this.#options, { record: this.#record, line }, { session, message });
    this.#note({ type: 'run-begun', run });
    run.start();
    void run.ended.then(() => this.#note({ type: 'run-ended', run }));
    return this.#answers.own(run);
  }

  /** Answers the message that has waited longest. */
  async #answerNext(): Promise<void> {
    if (!mayBegin(this.#life)) return;
    await this.#record.insist(async () => {
      const session = await this.#record.load();
      const [message] = session?.data.queue ?? [];
      if (session === undefined || message === undefined || session.data.run !== undefined) return;
      if (session.data.isHeld === true) return;
      const begin = (): Promise<unknown> => this.#begin(session, message);
      const waited = { conversation: session.conversation, messageId: message.id };
      await (this.#options.telemetry?.proceed(waited, begin) ?? begin());
    });
  }

  /** Stops a run, in whichever process it is. */
  async #halt(run: RunRecord): Promise<void> {
    if (this.run !== undefined) return this.run.stop();
    if (!(await stopElsewhere(this.#record, run, () => this.#settled()))) {
      throw sessionBusy(this.#options.id, 'it does not stop');
    }
  }

  async #dropQueue(): Promise<void> {
    await dropQueue(this.#record, this.#options.store);
    this.#wakeReaders();
  }

  async #takeBack(messageId: string): Promise<void> {
    await changeQueued(this.#record, messageId, () => undefined);
    this.#wakeReaders();
  }

  /** Stops the answer to a message, or takes the message back while it waits. What others have asked for goes on. */
  #abandon(messageId: string): Promise<void> {
    return this.#inOrder(async () => {
      const session = await this.#settled();
      const run = session?.data.run;
      if (run?.message.id === messageId) await this.#halt(run);
      else if (session?.data.queue.some(({ id }) => id === messageId) === true) await this.#takeBack(messageId);
    });
  }

  async #lineOf(session: StoredAgentSession): Promise<AgentLine> {
    const { offer } = this.#options;
    if (this.#line !== undefined) return this.#line;
    const { agent, data } = session;
    const settings = offer.settings(agent);
    const model = data.model ?? settings.model;
    this.#line = new AgentLine({
      adapter: await offer.load(agent),
      open: { ...settings, cwd: data.cwd, model, session: { owner: session.owner, id: session.id } },
      known: () => this.#record.known?.data ?? data,
    });
    return this.#line;
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    this.#note({ type: 'command-given' });
    return this.#commands.add(() => work().finally(() => this.#note({ type: 'command-done' })));
  }

  #note(event: LifeEvent<SessionRun>): void {
    const { life, effects } = step(this.#life, event);
    this.#life = life;
    for (const effect of effects) this.#effects[effect]();
  }

  readonly #effects: Record<LifeEffect, () => void> = {
    'start-idle-timer': () => {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.#note({ type: 'idled' }), this.#options.idleMs).unref();
    },
    'stop-idle-timer': () => clearTimeout(this.#idle),
    'watch-run': () => {
      this.#watching?.[Symbol.dispose]();
      this.#watching = watchRequests(this.#record, this.run!, this.#options.onError);
    },
    'unwatch-run': () => this.#watching?.[Symbol.dispose](),
    'wake-readers': () => this.#wakeReaders(),
    'answer-next': () => void this.#inOrder(() => this.#answerNext()).catch(this.#options.onError),
    'let-go': () => {
      this.#options.onIdle();
      void this.#line?.close();
    },
  };

  #wakeReaders(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** Where an answer is. What the user has said has no stream: nobody would ever end it. */
function toPlace(found: { place: number; message: { id: string; role: string } } | undefined) {
  return found?.message.role === 'assistant' ? { place: found.place, answerId: found.message.id } : undefined;
}
