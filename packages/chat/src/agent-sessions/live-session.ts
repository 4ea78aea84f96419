import { invalidInput, newId, PosthouseError } from '@posthouse/protocol';
import type { SessionOwner } from '@posthouse/store';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { WhenBusy } from '../sessions/to-chat-request.ts';
import { titleOf, type UserMessage } from '../sessions/user-message.ts';
import type { AgentSession } from '../adapters/agent-adapter.ts';
import type { RunCursor } from '../streams/run-streams.ts';
import { AgentLine } from './agent-line.ts';
import type { AgentNodes } from './agent-nodes.ts';
import type { AgentOffer } from './agent-offer.ts';
import type { AgentSessionData, AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { AnswerStreams } from './answer-streams.ts';
import { type AgainWish, findQuestion, hideBehind } from './ask-again.ts';
import type { HeldSaves } from './held-saves.ts';
import { interruptRun } from './interrupt-run.ts';
import { isRepeated } from './is-repeated.ts';
import type { ApprovalVerdict, MatchedVerdict } from './open-approvals.ts';
import { answerElsewhere, claimVerdicts, stopElsewhere, watchRequests } from './run-elsewhere.ts';
import { busy } from './refusals.ts';
import { SessionRecord } from './session-record.ts';
import { SessionRun } from './session-run.ts';
import { type AnswerPlaces, streamAnswer, streamStored } from './stream-answer.ts';
import type { AgentTelemetry } from '../telemetry/agent-telemetry.ts';
import { without } from './without.ts';
import { writeUserMessage } from './write-user-message.ts';

export type LiveSessionOptions = {
  store: AgentSessionStore;
  streams: AnswerStreams;
  held: HeldSaves;
  offer: AgentOffer;
  nodes: AgentNodes;
  owner: SessionOwner;
  id: string;
  idleMs: number;
  /** Names answers; each name is used once. */
  newAnswerId?: (() => string) | undefined;
  telemetry?: AgentTelemetry | undefined;
  /** It has had nothing to do for a while, and can be forgotten. */
  onIdle: () => void;
  onError: (error: unknown) => void;
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
  #order: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #run: SessionRun | undefined;
  #line: AgentLine | undefined;
  #changed = Promise.withResolvers<void>();
  #idle: NodeJS.Timeout | undefined;
  #watching: Disposable | undefined;
  #isClosing = false;

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.#record = new SessionRecord(options.store, options);
  }

  /** The answer that is being written here, if there is one. */
  get run(): SessionRun | undefined {
    return this.#run;
  }

  /** Whether nobody needs it now. */
  get isIdle(): boolean {
    return this.#run === undefined && this.#pending === 0;
  }

  send({ message, whenBusy, agent, begin }: SendOptions): Promise<ChatAnswer> {
    return this.#inOrder(() =>
      this.#record.insist(async () => {
        const session = await this.#settled();
        if (session === undefined) return this.#toAnswer(await this.#create(message, begin));
        if (agent !== undefined && agent !== session.agent) {
          throw invalidInput(`the session '${session.id}' is with the agent '${session.agent}', not with '${agent}'`);
        }
        if (await isRepeated(this.#options.store, session, message)) return this.#toWaiting(message.id);
        const { run } = session.data;
        if (run === undefined) return this.#toAnswer(await this.#begin(session, message));
        return this.#whileBusy(session, message, whenBusy);
      }),
    );
  }

  /** Has a message answered once more. The agent hears it again, and knows what it has said and done before. */
  again(wish: AgainWish): Promise<ChatAnswer> {
    return this.#inOrder(() =>
      this.#record.insist(async () => {
        const session = await this.#found();
        const { message, place, isAsked } = await findQuestion(this.#options.store, session, wish);
        if (isAsked) return this.#toWaiting(message.id);
        if (session.data.run !== undefined) await this.#halt(session.data.run);
        const now = await this.#found();
        return this.#toAnswer(await this.#begin({ ...now, data: hideBehind(now.data, place) }, message));
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
      if (this.#run === undefined) return { ...(await this.#answerElsewhere(session, verdicts)), abandon };
      const claim = (matched: MatchedVerdict[]) => claimVerdicts(this.#record, run, { matched, isHeard: true });
      const own = this.#run;
      const seen = await own.settle(verdicts, claim);
      return { ...this.#toAnswer(own, { seen }), abandon };
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
      await this.#changeQueue(messageId, (queue) =>
        queue.map((message) => (message.id === messageId ? { id: messageId, parts } : message)),
      );
      return { id: messageId, parts };
    });
  }

  removeQueued(messageId: string): Promise<void> {
    return this.#inOrder(async () => {
      await this.#changeQueue(messageId, (queue) => queue.filter(({ id }) => id !== messageId));
      this.#announce();
    });
  }

  rename(title: string): Promise<StoredAgentSession> {
    return this.#inOrder(() => this.#record.update((session) => ({ ...session, title })));
  }

  remove(options?: Parameters<SessionRecord['remove']>[0]): Promise<void> {
    return this.#inOrder(async () => {
      const { data } = await this.#found();
      if (data.run === undefined) await this.#run?.stop();
      else await this.#halt(data.run);
      await this.#line?.close();
      this.#line = undefined;
      await this.#record.remove(options);
      this.#announce();
    });
  }

  /** A copy of the agent's side for a fork, which knows what the session knew when it was forked. */
  forkAgent({ data }: StoredAgentSession): Promise<AgentSession> {
    return this.#inOrder(async () => {
      const session = await this.#found();
      const hasGoneOn = session.data.run !== undefined || session.data.messages !== data.messages;
      if (hasGoneOn) throw busy(session.id, 'fork it later');
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
      if (session !== undefined && session.data.run === undefined) await this.#next();
      return session;
    });
  }

  /** Begins nothing new; whoever waits for an answer that has not begun has to ask again, elsewhere. */
  retire(): void {
    this.#isClosing = true;
    this.#announce();
  }

  /** Ends everything; what was written so far is kept. */
  async close(): Promise<void> {
    this.retire();
    clearTimeout(this.#idle);
    await this.#run?.stop('interrupted');
    await this.#inOrder(async () => this.#line?.close());
    clearTimeout(this.#idle);
  }

  /** The stream of an answer, wherever it is written. */
  async resume(answerId: string | undefined, cursor?: RunCursor): Promise<ChatAnswer | undefined> {
    const session = await this.#inOrder(() => this.#settled());
    if (session === undefined) return undefined;
    const { run } = session.data;
    const own = this.#run;
    if (answerId === undefined && run?.status !== 'running') return undefined;
    if (own !== undefined && own.record.answerId === (answerId ?? run?.answerId)) return this.#toAnswer(own, cursor);
    const place =
      answerId === undefined || answerId === run?.answerId
        ? run
        : toPlace(await this.#options.store.message(session, answerId));
    return place === undefined ? undefined : this.#toStored({ session, ...place }, cursor);
  }

  /** The session, with nothing in it that belongs to a process that is gone. */
  async #settled(): Promise<StoredAgentSession | undefined> {
    const { nodes, store } = this.#options;
    const session = await this.#record.load();
    const run = session?.data.run;
    if (session === undefined || run === undefined || this.#run?.record.answerId === run.answerId) return session;
    if (run.node !== nodes.self && (await nodes.isAlive(run.node))) return session;
    await interruptRun(store, session, run);
    return this.#record.update((now) => (now.data.run?.answerId === run.answerId ? withoutRun(now) : now));
  }

  async #found(): Promise<StoredAgentSession> {
    const session = await this.#settled();
    if (session !== undefined) return session;
    throw new PosthouseError({ code: 'session_not_found', message: `there is no session '${this.#options.id}'` });
  }

  async #whileBusy(session: StoredAgentSession, message: UserMessage, whenBusy: WhenBusy): Promise<ChatAnswer> {
    const { run } = session.data;
    // Whoever writes instead of answering a question has changed the subject.
    const cutsIn = whenBusy === 'interrupt' || run?.status === 'paused';
    if (whenBusy === 'reject' && !cutsIn) throw busy(session.id, 'send it again later, or with whenBusy "queue"');
    // Only if nothing has changed: another process may have got the same message meanwhile.
    const { queue } = session.data;
    const waiting = cutsIn ? [message, ...queue] : [...queue, message];
    await this.#record.replace({ ...session, data: { ...session.data, queue: waiting } });
    this.#options.telemetry?.wait({ conversation: session.conversation, messageId: message.id });
    if (cutsIn && run !== undefined) await this.#halt(run);
    return this.#toWaiting(message.id);
  }

  async #create(message: UserMessage, begin: NewAgentSession): Promise<SessionRun> {
    const made = await this.#newSession(begin, begin.title ?? titleOf(message));
    return this.#begin({ ...made, version: 0, createdAt: '', updatedAt: '' }, message);
  }

  async #newSession({ agent, cwd, model }: NewAgentSession, title: string) {
    const { owner, id, offer } = this.#options;
    await offer.load(agent);
    const data: AgentSessionData = {
      messages: 0,
      cwd: await offer.folder(cwd),
      model,
      queue: [],
    };
    return { owner, id, conversation: newId(), agent, title, data };
  }

  /** Starts the answer to a message; the record says so first, which keeps everybody else out. */
  async #begin(session: StoredAgentSession, message: UserMessage): Promise<SessionRun> {
    const { store, nodes, held, telemetry, onError } = this.#options;
    const line = await this.#lineOf(session);
    const { data } = session;
    const record: RunRecord = {
      node: nodes.self,
      message,
      answerId: (this.#options.newAnswerId ?? newId)(),
      place: data.messages + 2,
      status: 'running',
      startedAt: new Date().toISOString(),
    };
    const queue = data.queue.filter(({ id }) => id !== message.id);
    const title = session.title === '' ? titleOf(message) : session.title;
    const put = await this.#record.replace({
      ...session,
      title,
      data: { ...without(data, 'isHeld'), messages: record.place, queue, run: record },
    });
    const update = (change: (known: AgentSessionData) => AgentSessionData): Promise<unknown> =>
      this.#record.update((now) => {
        if (now.data.run?.answerId === record.answerId) return { ...now, data: change(now.data) };
        throw new PosthouseError({ code: 'fenced', message: `another process has taken over the session '${now.id}'` });
      });
    try {
      await writeUserMessage(store, put, { place: record.place - 1, message });
    } catch (error) {
      await update((known) => without(known, 'run')).catch(() => undefined);
      throw error;
    }
    const run = new SessionRun({ store, session: put, record, line, update, held, telemetry, onError });
    this.#run = run;
    clearTimeout(this.#idle);
    this.#watching?.[Symbol.dispose]();
    this.#watching = watchRequests(this.#record, run, onError);
    this.#announce();
    run.start();
    void run.ended.then(() => this.#over(run));
    return run;
  }

  #over(run: SessionRun): Promise<void> {
    if (this.#run === run) this.#run = undefined;
    this.#watching?.[Symbol.dispose]();
    this.#announce();
    return this.#inOrder(() => this.#next()).catch((error: unknown) => this.#options.onError(error));
  }

  /** Answers the message that has waited longest. */
  async #next(): Promise<void> {
    if (this.#isClosing || this.#run !== undefined) return;
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
    if (this.#run !== undefined) return this.#run.stop();
    if (!(await stopElsewhere(this.#record, run, () => this.#settled()))) {
      throw busy(this.#options.id, 'it does not stop');
    }
  }

  /** The answer goes on where it is written; here it is read from the store. */
  async #answerElsewhere(session: StoredAgentSession, verdicts: readonly ApprovalVerdict[]): Promise<ChatAnswer> {
    const { store } = this.#options;
    if (store.chunks === undefined) throw busy(session.id, 'its approvals can only be given in the process it is in');
    const seen = await answerElsewhere({ store, record: this.#record }, session, verdicts);
    return this.#toStored({ session, ...session.data.run! }, { seen });
  }

  /** What waited stays in the conversation, without an answer. */
  async #dropQueue(): Promise<void> {
    const { store } = this.#options;
    await this.#record.insist(async () => {
      const session = (await this.#record.load())!;
      const { queue, messages } = session.data;
      if (queue.length === 0) return;
      for (const [index, message] of queue.entries()) {
        await writeUserMessage(store, session, { place: messages + 1 + index, message });
      }
      const data = { ...session.data, queue: [], messages: messages + queue.length };
      await this.#record.replace({ ...session, data });
    });
    this.#announce();
  }

  async #changeQueue(messageId: string, change: (queue: UserMessage[]) => UserMessage[]): Promise<void> {
    await this.#found();
    await this.#record.update((session) => {
      const { queue } = session.data;
      if (!queue.some(({ id }) => id === messageId))
        throw invalidInput(`no message '${messageId}' waits in this session`);
      return { ...session, data: { ...session.data, queue: change(queue) } };
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

  #toAnswer(run: SessionRun, cursor?: RunCursor): ChatAnswer {
    const { streams, id } = this.#options;
    return {
      sessionId: id,
      stream: (connection, leaving) => streams.read(run.answer, { connection, leaving, ...cursor }),
      abandon: () => this.#abandon(run.record.message.id),
    };
  }

  #toStored(answer: Parameters<typeof streamStored>[1], cursor?: RunCursor): ChatAnswer {
    return {
      sessionId: this.#options.id,
      stream: (connection, leaving) => streamStored(this.#places, answer, { connection, leaving, ...cursor }),
    };
  }

  #toWaiting(messageId: string): ChatAnswer {
    return {
      sessionId: this.#options.id,
      stream: (connection, leaving) => streamAnswer(this.#places, messageId, { connection, leaving }),
      abandon: () => this.#abandon(messageId),
    };
  }

  /** Stops the answer to a message, or takes the message back while it waits. What others have asked for goes on. */
  #abandon(messageId: string): Promise<void> {
    return this.#inOrder(async () => {
      const session = await this.#settled();
      const run = session?.data.run;
      if (run?.message.id === messageId) await this.#halt(run);
      else if (session?.data.queue.some(({ id }) => id === messageId) === true) {
        await this.#changeQueue(messageId, (queue) => queue.filter(({ id }) => id !== messageId));
        this.#announce();
      }
    });
  }

  get #places(): AnswerPlaces {
    const { store, streams } = this.#options;
    return {
      store,
      streams,
      record: this.#record,
      run: () => this.#run,
      changed: () => this.#changed.promise,
      isClosing: () => this.#isClosing,
    };
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    this.#pending += 1;
    clearTimeout(this.#idle);
    const done = this.#order.then(work).finally(() => {
      this.#pending -= 1;
      this.#rest();
    });
    this.#order = done.catch(() => undefined);
    return done;
  }

  #rest(): void {
    if (!this.isIdle || this.#isClosing) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.isIdle) return;
      this.#options.onIdle();
      void this.#line?.close();
    }, this.#options.idleMs);
    this.#idle.unref();
  }
}

function withoutRun(session: StoredAgentSession): StoredAgentSession {
  return { ...session, data: without(session.data, 'run') };
}

/** Where an answer is. What the user has said has no stream: nobody would ever end it. */
function toPlace(found: { place: number; message: { id: string; role: string } } | undefined) {
  return found?.message.role === 'assistant' ? { place: found.place, answerId: found.message.id } : undefined;
}
