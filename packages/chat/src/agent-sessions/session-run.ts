import type { AgentRunState, RunEnd } from '@posthouse/agents';
import { type JSONObject, newId, PosthouseError } from '@posthouse/protocol';
import type { Durability } from '@posthouse/store';
import { newsToChunks } from '../agent-chunks/news-to-chunks.ts';
import { isTextChunk } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { AgentLine } from './agent-line.ts';
import type {
  AgentSessionData,
  AgentSessionStore,
  MessagePlace,
  RunRecord,
  StoredAgentSession,
} from './agent-session-store.ts';
import type { ReadableAnswer } from './answer-streams.ts';
import { AnswerLog } from './answer-log.ts';
import { standsAlone } from './chunk-buffer.ts';
import { closeChunks } from './close-chunks.ts';
import { type ApprovalVerdict, type MatchedVerdict, type OpenApproval, OpenApprovals } from './open-approvals.ts';
import { StopTimeout } from './stop-timeout.ts';
import { heldBack, type HeldSaves } from './held-saves.ts';
import { describe, isUrgent, type MessageFacts } from './run-chunks.ts';
import { RunSaver } from './run-saver.ts';
import { addSessionSpent } from './add-session-spent.ts';
import { Sequence } from './sequence.ts';
import { readStored } from './stored-answer.ts';
import type { AgentOutcome } from '../telemetry/agent-observer.ts';
import type { AgentRunWatch } from '../telemetry/agent-run-watch.ts';
import type { AgentTelemetry } from '../telemetry/agent-telemetry.ts';
import { without } from './without.ts';

export type SessionRunOptions = {
  store: AgentSessionStore;
  session: StoredAgentSession;
  record: RunRecord;
  line: AgentLine;
  /** Changes what is kept of the session; rejects when the run is not this process's any more. */
  update: (change: (data: AgentSessionData) => AgentSessionData) => Promise<unknown>;
  /** Where what finds no room on the disk waits for it. */
  held: HeldSaves;
  telemetry?: AgentTelemetry | undefined;
  onError: (error: unknown) => void;
};

/** How long an agent may take to stop before it is left to itself. */
const STOP_MS = 2_000;
/** How long nothing has to move before the stream ends: other calls may ask in the same moment. */
const SETTLE_MS = 50;

/** How long what replaces itself may wait before readers are told, where the store does not say. */
const TELL_MS = 40;

/** One answer of an agent: follows what it does, writes it down and tells whoever reads it. */
export class SessionRun {
  readonly #options: SessionRunOptions;
  readonly #place: MessagePlace;
  readonly #log: AnswerLog;
  readonly #saver: RunSaver;
  /** Makes what readers are told into writes: the saver itself, if those are what the store has. */
  readonly #teller: RunSaver;
  readonly #approvals = new OpenApprovals();
  readonly #stopping = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  /** Is done while something of the answer waits for room on the disk. */
  #waiting = Promise.withResolvers<void>();
  readonly #begunAt = Date.now();
  readonly #watch: AgentRunWatch | undefined;
  #state: AgentRunState;
  /** What happens to the answer happens in this order. */
  readonly #order = new Sequence();
  #outcome: AgentOutcome | undefined;
  #failure: unknown;
  #isPaused = false;
  #isOver = false;
  #settling: NodeJS.Timeout | undefined;
  #notice: { code: string; text: string } | undefined;
  /** What the agent calls the conversation, as it is kept. */
  #agentSessionId: string | undefined;

  constructor(options: SessionRunOptions) {
    this.#options = options;
    this.#agentSessionId = options.session.data.agentSessionId;
    const { store, session, record, line } = options;
    const place: MessagePlace = { session, place: record.place, id: record.answerId, role: 'assistant' };
    const chunks = store.chunks?.bind(store);
    this.#place = place;
    this.#log = new AnswerLog(chunks && ((page) => chunks(place, page)));
    const telling = { onWritten: (written: readonly UIChunk[]) => this.#log.append(written) };
    const saving = { store, place, onFailure: (error: unknown) => this.#fail(error) };
    this.#saver = new RunSaver({ ...saving, ...(chunks && telling), insist: (save) => this.#insist(save) });
    const inMemory = { saveMs: TELL_MS, write: async () => undefined };
    this.#teller = chunks === undefined ? new RunSaver({ ...saving, store: inMemory, ...telling }) : this.#saver;
    const { agent, id: sessionId } = session;
    this.#watch = options.telemetry?.run({ agent, adapter: line.adapter.name, sessionId, model: line.model });
    const { totals } = session.data;
    this.#state = line.adapter.start({ messageId: record.answerId, generateId: newId, now: Date.now, totals });
  }

  get record(): RunRecord {
    return this.#options.record;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Calls that wait for approval. */
  get approvals(): OpenApproval[] {
    return this.#approvals.all;
  }

  /** Settles when the answer is complete, and safe. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Begins. What goes wrong is part of the answer. */
  start(): void {
    const go = (): Promise<void> => this.#go();
    void (this.#watch?.over(go) ?? go()).finally(() => this.#ended.resolve());
  }

  /** Ends it soon, whatever the agent does. */
  async stop(outcome: 'stopped' | 'interrupted' = 'stopped'): Promise<void> {
    if (!this.#isOver) this.#outcome ??= outcome;
    this.#stopping.abort();
    const isHeld = this.#waiting.promise.then(() => true);
    if (outcome === 'interrupted') return this.ended;
    if ((await Promise.race([this.ended, isHeld])) === true) throw heldBack();
  }

  /** The answer, for whoever reads it. */
  get answer(): ReadableAnswer {
    return { place: this.#place, writing: this.#log, hasPlaces: this.#teller === this.#saver };
  }

  /** Decides what the agent has asked, unless `claim` rejects; gives behind which write the answer goes on. */
  settle(verdicts: readonly ApprovalVerdict[], claim: (answers: MatchedVerdict[]) => Promise<void>): Promise<number> {
    return this.#order.add(async () => {
      const matched = this.#approvals.match(verdicts);
      await claim(matched);
      const { head } = this.#log;
      await this.#settle(matched);
      return head;
    });
  }

  /** The same for what was claimed already, by somebody who reads elsewhere. */
  decide(verdicts: readonly ApprovalVerdict[]): Promise<void> {
    return this.#order.add(() => this.#settle(this.#approvals.match(verdicts)));
  }

  async #settle(matched: readonly MatchedVerdict[]): Promise<void> {
    await this.#proceed();
    const session = await this.#options.line.get();
    for (const { approval, verdict } of matched) {
      const { approvalId, toolCallId } = approval;
      const { approved, reason } = verdict;
      const answer = { approvalId, approved, reason };
      this.#approvals.take(approvalId);
      await this.#tell([{ type: 'data-approval', id: approvalId, data: { toolCallId, ...answer } }]);
      await session.answer(answer);
    }
  }

  async #go(): Promise<void> {
    try {
      await this.#play();
    } catch (error) {
      this.#fail(error);
    }
    clearTimeout(this.#settling);
    this.#isOver = true;
    await this.#order
      .add(() => this.#finish())
      .catch((error: unknown) => {
        // Somebody else has taken it over, or nothing can be written: readers have to ask again.
        this.#log.cut();
        this.#watch?.end('failed', { failure: toCode(error) });
        this.#options.onError(error);
      });
  }

  async #play(): Promise<void> {
    const { line, session, record } = this.#options;
    const { agentSessionId, forkOf } = session.data;
    try {
      await this.#follow();
    } catch (error) {
      const isKnown = agentSessionId !== undefined || forkOf !== undefined;
      if (!isKnown || !isUnknownSession(error) || this.#outcome !== undefined) throw error;
      // The agent has forgotten the conversation, and begins a new one: better than no answer ever again.
      await line.close();
      await this.#update((data) => without(data, 'agentSessionId', 'forkOf'));
      this.#agentSessionId = undefined;
      this.#notice = { code: 'conversation-lost', text: 'The agent does not remember what was said before.' };
      const { adapter } = line;
      this.#state = adapter.start({ messageId: record.answerId, generateId: newId, now: Date.now });
      await this.#follow();
    }
  }

  async #follow(): Promise<void> {
    const { line, record } = this.#options;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    using timeout = new StopTimeout(signal, STOP_MS);
    const session = await timeout.with(line.get());
    if (session === undefined || signal.aborted) return;
    const input = line.adapter.adaptUserMessage(record.message) as unknown;
    const events = session.send(input, { signal })[Symbol.asyncIterator]();
    for (;;) {
      const next = await timeout.with(events.next());
      if (next === undefined) {
        // It does not stop: it is left to itself, and the next message begins with a new one.
        void Promise.resolve(events.return?.()).catch(() => undefined);
        void line.close();
        return;
      }
      if (next.done === true) return;
      await this.#order.add(() => this.#take(next.value, session.agentSessionId));
    }
  }

  /** Does what an event stands for. Not every agent says among its events what it calls the conversation. */
  async #take(event: unknown, knownId: string | undefined): Promise<void> {
    clearTimeout(this.#settling);
    const { adapter } = this.#options.line;
    const { news, state } = adapter.translate(event, this.#state);
    const chunks = news.flatMap(newsToChunks);
    this.#state = state as AgentRunState;
    if (chunks.length > 0) await this.#proceed();
    await this.#tell(this.#withNotice(chunks));
    const { agentSessionId = knownId, phase } = this.#state;
    if (agentSessionId !== undefined) await this.#identify(agentSessionId);
    if (phase !== 'paused' || this.#isPaused) return;
    const pause = (): void => void this.#order.add(() => this.#pause()).catch((error: unknown) => this.#fail(error));
    this.#settling = setTimeout(pause, SETTLE_MS);
  }

  async #identify(agentSessionId: string): Promise<void> {
    if (this.#agentSessionId === agentSessionId) return;
    this.#agentSessionId = agentSessionId;
    await this.#update((data) => ({ ...without(data, 'forkOf'), agentSessionId }));
  }

  /** Ends streams while nothing moves. The answer itself goes on, so its own end is not written. */
  async #pause(): Promise<void> {
    if (this.#isPaused || this.#isOver || this.#state.phase !== 'paused') return;
    const { adapter } = this.#options.line;
    const chunks = adapter.pause(this.#state).flatMap(newsToChunks);
    const finish = chunks.find((chunk) => chunk.type === 'finish') ?? { type: 'finish' as const };
    const { messageMetadata } = finish;
    const told = chunks.filter((chunk) => chunk !== finish);
    if (messageMetadata !== undefined) told.push({ type: 'message-metadata', messageMetadata });
    this.#isPaused = true;
    await this.#tell(told, { isUrgent: true });
    await this.#setStatus('paused');
    this.#log.pause(describe(finish, { ...this.#facts, end: {} }));
  }

  async #proceed(): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#log.proceed();
    const { news, state } = this.#options.line.adapter.proceed(this.#state);
    this.#state = state as AgentRunState;
    await this.#setStatus('running');
    await this.#tell(news.filter(({ type }) => type !== 'start').flatMap(newsToChunks));
  }

  #setStatus(status: RunRecord['status']): Promise<unknown> {
    return this.#update((data) => ({ ...data, run: { ...data.run!, status } }));
  }

  async #finish(): Promise<void> {
    const outcome = this.#outcome ?? 'complete';
    await this.#proceed();
    const chunks = await this.#endChunks(outcome);
    // Whoever reads the end finds the session at rest.
    this.#log.hold();
    this.#log.tell(chunks);
    this.#add(chunks);
    await this.#flush();
    const metadata = chunks.findLast((chunk) => chunk.type === 'finish')?.messageMetadata ?? {};
    await this.#update((data) => ({ ...without(data, 'run'), ...addSessionSpent(data, metadata) }));
    const isFailed = chunks.some(({ type }) => type === 'error');
    this.#watch?.end(isFailed ? 'failed' : outcome, { chunks, failure: toCode(this.#failure) });
    this.#log.release();
  }

  async #endChunks(asked: AgentOutcome): Promise<UIChunk[]> {
    const closing = this.#withNotice(await this.#closing(asked));
    const error = closing.findIndex(({ type }) => type === 'error');
    const end: JSONObject = {
      // Some agents tell of a failure among their events.
      outcome: error >= 0 ? 'failed' : asked,
      durationMs: Date.now() - this.#begunAt,
      ...(error >= 0 ? { errorCode: toCode(this.#failure) } : {}),
    };
    const chunks = closing.map((chunk) => describe(chunk, { ...this.#facts, end }));
    // Readers do not look at anything behind an error.
    if (error >= 0) chunks.splice(error, 0, { type: 'message-metadata', messageMetadata: end });
    return chunks;
  }

  async #closing(outcome: AgentOutcome): Promise<UIChunk[]> {
    const { line, record, store, session } = this.#options;
    const end: RunEnd =
      outcome === 'failed'
        ? { outcome, errorText: toText(this.#failure) }
        : { outcome: outcome === 'complete' ? 'ended' : 'stopped' };
    try {
      return line.adapter.finish(this.#state, end).flatMap(newsToChunks);
    } catch (error) {
      // An adapter that cannot even end a message: everything that is open is closed for it.
      this.#options.onError(error);
      await this.#saver.flush();
      const { chunks } = await readStored({ store, session, place: this.#place });
      return closeChunks(record.answerId, chunks, {
        callText: 'No result: the run failed before this call was done.',
        metadata: {},
      });
    }
  }

  /** Writes down, and tells readers: at once, or when it is safe. */
  async #tell(chunks: readonly UIChunk[], { isUrgent: mustWait = false } = {}): Promise<void> {
    if (chunks.length === 0 && !mustWait) return;
    const described = chunks.map((chunk) => describe(chunk, { ...this.#facts, end: {} }));
    for (const chunk of described) {
      this.#approvals.see(chunk);
      this.#watch?.see(chunk);
    }
    this.#add(described);
    if (mustWait || described.some(isUrgent)) await this.#flush();
    // Where something begins is written before anybody is told; then only text runs ahead of what is written.
    else if (described.some(standsAlone)) await this.#teller.flush('normal');
    // The agent waits while a long text finds no room on the disk, so that it does not grow in memory instead.
    else if (this.#saver.isFull) await this.#flush('normal');
    else return this.#log.tell(described);
    this.#log.tell(described.filter((chunk) => !isTextChunk(chunk)));
  }

  #add(chunks: readonly UIChunk[]): void {
    this.#saver.add(chunks);
    if (this.#teller !== this.#saver) this.#teller.add(chunks);
  }

  async #flush(durability?: Durability): Promise<void> {
    await this.#saver.flush(durability);
    if (this.#teller !== this.#saver) await this.#teller.flush(durability);
  }

  get #facts(): Omit<MessageFacts, 'end'> {
    const { session, record } = this.#options;
    return { agent: session.agent, start: { sessionId: session.id, createdAt: record.startedAt } };
  }

  /** Something to tell the user goes in right behind the beginning. */
  #withNotice(chunks: readonly UIChunk[]): UIChunk[] {
    const notice = this.#notice;
    if (notice === undefined || !chunks.some(({ type }) => type === 'start')) return [...chunks];
    this.#notice = undefined;
    return chunks.flatMap((chunk): UIChunk[] =>
      chunk.type === 'start' ? [chunk, { type: 'data-notice', data: notice }] : [chunk],
    );
  }

  /** The first reason counts; a stop that was asked for is one. */
  #fail(error: unknown): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = 'failed';
    this.#failure = error;
    this.#stopping.abort();
  }

  #update(change: (data: AgentSessionData) => AgentSessionData): Promise<unknown> {
    return this.#insist(() => this.#options.update(change));
  }

  /** Saves something, as soon as there is room for it. */
  #insist<T>(save: () => Promise<T>): Promise<T> {
    return this.#options.held.insist(save, (isHeld) => {
      if (isHeld) this.#waiting.resolve();
      else this.#waiting = Promise.withResolvers();
    });
  }
}

function isUnknownSession(error: unknown): boolean {
  if (!PosthouseError.isInstance(error) || error.code !== 'agent_failed') return false;
  const { details } = error as { details?: { reason?: unknown } };
  return details?.reason === 'unknown-session';
}

function toText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'The agent failed.';
}

function toCode(error: unknown): string {
  return PosthouseError.isInstance(error) ? error.code : 'agent_failed';
}
