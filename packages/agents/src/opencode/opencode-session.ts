import { PosthouseError } from '@posthouse/protocol';
import type { AgentSession, ApprovalAnswer } from '../agent-adapter.ts';
import type { OpencodeInput } from './adapt-user-message.ts';
import type { OpencodeClient } from './opencode-client.ts';
import type { OpencodeEvent } from './opencode-event.ts';
import { OpencodeRun } from './opencode-run.ts';
import { isUnreachable, readServerAnswer } from './read-server-answer.ts';
import type { ServerLease } from './server-pool.ts';
import { toOpencodeErrorText } from './to-opencode-error-text.ts';

export interface OpencodeSessionOptions {
  readonly agentSessionId: string | undefined;
  /** A server and a client that speaks to it. */
  readonly connect: () => Promise<OpencodeConnection>;
  readonly model: { providerID: string; modelID: string } | undefined;
  readonly agent: string | undefined;
  readonly idleMs: number;
  readonly timing: OpencodeTiming;
}

export interface OpencodeConnection {
  readonly lease: ServerLease;
  readonly client: OpencodeClient;
}

export interface OpencodeTiming {
  readonly silenceMs: number;
  readonly quietMs: number;
  readonly settleMs: number;
  /** How long a stopped run may take to end before the server is taken away. */
  readonly stopMs: number;
}

/** Where a run takes place. */
interface Place extends OpencodeConnection {
  readonly sessionId: string;
}

interface ActiveRun extends Place {
  readonly run: OpencodeRun;
  /** Whoever asks for a stop again waits for the same one. */
  stopping?: Promise<void>;
}

/** A denial without a word would end the run; with one, the model hears it and goes on. */
const REFUSAL = 'The user did not allow this call.';

/** One conversation with OpenCode. It holds a server while it runs, and for a while afterwards. */
export class OpencodeSession implements AgentSession<OpencodeEvent, OpencodeInput> {
  readonly #options: OpencodeSessionOptions;
  #sessionId: string | undefined;
  #connection: Promise<OpencodeConnection> | undefined;
  #pid: number | undefined;
  #active: ActiveRun | undefined;
  #sending = false;
  /** Aborts when the current run is stopped; what is not begun by then does not begin. */
  #stopping = new AbortController();
  #idle: NodeJS.Timeout | undefined;
  /** What OpenCode has asked in this run and nobody has answered yet. */
  readonly #asked = new Map<string, 'permission' | 'question'>();

  constructor(options: OpencodeSessionOptions) {
    this.#options = options;
    this.#sessionId = options.agentSessionId;
  }

  get agentSessionId(): string | undefined {
    return this.#sessionId;
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  async *send(input: OpencodeInput, { signal }: { signal: AbortSignal }): AsyncGenerator<OpencodeEvent> {
    if (this.#sending) {
      throw new PosthouseError({ code: 'task_running', message: 'OpenCode is still answering the last message.' });
    }
    this.#sending = true;
    this.#stopping = new AbortController();
    if (signal.aborted) this.#stopping.abort();
    clearTimeout(this.#idle);
    const stop = (): void => void this.interrupt();
    signal.addEventListener('abort', stop);
    let run: OpencodeRun | undefined;
    try {
      const stopping = this.#stopping.signal;
      const place = await this.#prepare(stopping);
      if (place === undefined || stopping.aborted) return;
      run = this.#start(input, place);
      yield* run.events;
    } finally {
      signal.removeEventListener('abort', stop);
      // A reader who leaves early stops the run, too.
      await this.interrupt();
      if ((await run?.over) === false) await this.#letGo(true);
      this.#sending = false;
      this.#rest();
    }
  }

  async interrupt(): Promise<void> {
    this.#stopping.abort();
    const active = this.#active;
    if (active !== undefined) await (active.stopping ??= this.#stop(active));
  }

  async answer({ approvalId, approved, reason, input }: ApprovalAnswer): Promise<void> {
    const kind = this.#asked.get(approvalId);
    const client = this.#active?.client;
    if (kind === undefined || client === undefined) {
      throw new PosthouseError({
        code: 'call_not_found',
        message: `No call waits for the approval "${approvalId}". It was answered before, or its run is over.`,
      });
    }
    this.#asked.delete(approvalId);
    if (kind === 'permission') {
      const reply = approved ? { reply: 'once' as const } : { reply: 'reject' as const, message: reason ?? REFUSAL };
      readServerAnswer(await client.permission.reply({ requestID: approvalId, ...reply }));
    } else if (approved)
      readServerAnswer(await client.question.reply({ requestID: approvalId, answers: toAnswers(input) }));
    else readServerAnswer(await client.question.reject({ requestID: approvalId }));
  }

  async fork(): Promise<OpencodeSession> {
    const { client, sessionId } = await this.#reach(new AbortController().signal);
    const { id } = readServerAnswer(await client.session.fork({ sessionID: sessionId }));
    return new OpencodeSession({ ...this.#options, agentSessionId: id });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
    await this.#letGo();
  }

  /** Asks OpenCode to stop, and takes the server away if it does not. */
  async #stop({ run, client, lease, sessionId }: ActiveRun): Promise<void> {
    run.mute();
    const timeout = AbortSignal.timeout(this.#options.timing.stopMs);
    const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
    // What is not begun cannot be stopped, and would begin afterwards.
    run.asked.then(() => client.session.abort({ sessionID: sessionId }, { signal: timeout })).catch(() => undefined);
    if (!(await Promise.race([run.over, late]))) await lease.discard();
  }

  /** A server that knows the conversation; undefined when the run is stopped before there is one. */
  async #prepare(stop: AbortSignal): Promise<Place | undefined> {
    const stopped = Promise.withResolvers<undefined>();
    stop.addEventListener('abort', () => stopped.resolve(undefined));
    if (stop.aborted) return undefined;
    const reaching = this.#reach(stop);
    reaching.catch(() => undefined);
    return Promise.race([reaching, stopped.promise]);
  }

  /** A server that has died or hangs since the last run is replaced by a new one, once. */
  async #reach(stop: AbortSignal): Promise<Place> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await this.#connected();
      const timeout = AbortSignal.timeout(this.#options.timing.silenceMs);
      try {
        const sessionId = await this.#identify(connection.client, AbortSignal.any([stop, timeout]));
        return { ...connection, sessionId };
      } catch (error) {
        if (!isUnreachable(error) || stop.aborted) throw error;
        await this.#letGo(true);
        if (attempt === 2) throw error;
      }
    }
  }

  #start(input: OpencodeInput, { lease, client, sessionId }: Place): OpencodeRun {
    const { model, agent, timing } = this.#options;
    const run = new OpencodeRun({
      sessionId,
      ...timing,
      gone: lease.server.gone,
      source: async (signal) => (await client.event.subscribe({}, { signal, sseMaxRetryAttempts: 1 })).stream,
      prompt: async (signal) => {
        const prompt = { sessionID: sessionId, parts: input.parts, model, agent };
        readServerAnswer(await client.session.promptAsync(prompt, { signal }));
      },
      isWaiting: () => this.#asked.size > 0,
      onEvent: (event) => this.#notice(event),
    });
    this.#active = { run, client, lease, sessionId };
    run.over.then(() => {
      this.#asked.clear();
      this.#active = undefined;
    });
    return run;
  }

  /** The id of the conversation; a new one when there is none to resume. */
  async #identify(client: OpencodeClient, signal: AbortSignal): Promise<string> {
    if (this.#sessionId !== undefined) {
      const found = await client.session.get({ sessionID: this.#sessionId }, { signal });
      if (found.response?.status !== 404) return readServerAnswer(found).id;
      throw new PosthouseError({
        code: 'agent_failed',
        message: `OpenCode has no conversation "${this.#sessionId}" here. ${toOpencodeErrorText(found.error)}`,
        details: { reason: 'unknown-session', agentSessionId: this.#sessionId },
      });
    }
    // With a title of ours, OpenCode does not ask the model for one.
    const { id } = readServerAnswer(await client.session.create({ title: 'posthouse' }, { signal }));
    this.#sessionId = id;
    return id;
  }

  #notice({ type, properties }: OpencodeEvent): void {
    if (type === 'permission.asked' && properties?.id !== undefined) this.#asked.set(properties.id, 'permission');
    if (type === 'question.asked' && properties?.id !== undefined) this.#asked.set(properties.id, 'question');
    if (properties?.requestID !== undefined) this.#asked.delete(properties.requestID);
  }

  #connected(): Promise<OpencodeConnection> {
    if (this.#connection !== undefined) return this.#connection;
    const connecting = this.#options.connect();
    this.#connection = connecting;
    const isCurrent = (): boolean => this.#connection === connecting;
    connecting.then(
      ({ lease: { server } }) => {
        if (isCurrent()) this.#pid = server.pid;
        // That it is gone may be heard when the next one is in use already.
        server.gone.then(() => (isCurrent() ? this.#letGo() : undefined));
      },
      () => {
        if (isCurrent()) this.#connection = undefined;
      },
    );
    return connecting;
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.#letGo(), this.#options.idleMs);
    this.#idle.unref();
  }

  /** The server ends when the last session has let go of it, or at once if it does not work any more. */
  async #letGo(broken = false): Promise<void> {
    clearTimeout(this.#idle);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#pid = undefined;
    const lease = (await connection?.catch(() => undefined))?.lease;
    await (broken ? lease?.discard() : lease?.release());
  }
}

/** One list of labels for each question. */
function toAnswers(input: unknown): string[][] {
  const answers = typeof input === 'object' && input !== null && 'answers' in input ? input.answers : input;
  if (!Array.isArray(answers)) return [[String(answers ?? '')]];
  return answers.map((answer) => (Array.isArray(answer) ? answer.map(String) : [String(answer)]));
}
