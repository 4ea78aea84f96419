import { setTimeout as sleep } from 'node:timers/promises';
import { invalidInput, PosthouseError } from '@posthouse/protocol';
import type { AgentSession, ApprovalAnswer } from '../agent-adapter.ts';
import type { HostEvent } from '../host-event.ts';
import { AgentRun } from './agent-run.ts';
import { PendingApprovals } from './pending-approvals.ts';
import { IDLE_MS, INTERRUPT_MS, SILENCE_MS } from './session-limits.ts';
import { watchSilence } from './watch-silence.ts';

/** An agent program at work: usually a process. It is started for the first message and takes one after the other. */
export interface ProgramDriver<Event, Input> extends AsyncDisposable {
  readonly pid?: number | undefined;
  /** Does what the user asks for; tells `run` what happens, and when it is over. */
  begin(input: Input, run: AgentRun<Event>): void;
  /** Asks the program to stop; that the run is over is told to the run. */
  interrupt(): Promise<void>;
}

/** What a driver may ask of its session. */
export interface DriverHost {
  readonly approvals: PendingApprovals;
  /** What resumes this conversation, as far as anybody knows. */
  readonly agentSessionId: string | undefined;
  /** Whether to begin as a copy of that conversation. */
  readonly isFork: boolean;
  /** The program has said what it calls this conversation. */
  identify(agentSessionId: string): void;
  /** The program is gone; the next message needs a new one. */
  gone(): void;
}

export interface DrivenSessionOptions<Event, Input> {
  /** For sentences, such as `Claude`. */
  readonly title: string;
  readonly start: (host: DriverHost) => ProgramDriver<Event, Input>;
  readonly agentSessionId?: string | undefined;
  readonly isFork?: boolean | undefined;
  readonly canFork?: boolean | undefined;
  /** Whether a conversation can be resumed as soon as it has an id, and not only after its first run. */
  readonly keepsAtOnce?: boolean | undefined;
  readonly idleMs?: number | undefined;
  readonly silenceMs?: number | undefined;
  /** How long a stop may take before the process is taken away; for tests. */
  readonly interruptMs?: number | undefined;
}

/** A conversation with an agent program whose process stays for the next message, until it has been idle for a while. */
export class DrivenSession<Event, Input> implements AgentSession<Event, Input> {
  readonly #options: DrivenSessionOptions<Event, Input>;
  readonly #approvals = new PendingApprovals((event) => void this.#run?.tell(event));
  /** Only where the program can do that. */
  readonly fork?: () => Promise<DrivenSession<Event, Input>>;
  #agentSessionId: string | undefined;
  #isFork: boolean;
  /** Whether a run has come to its end under this id. Before that, a program that is gone may not have kept anything. */
  #isKept = false;
  #driver: ProgramDriver<Event, Input> | undefined;
  #run: AgentRun<Event> | undefined;
  #stopping: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: DrivenSessionOptions<Event, Input>) {
    this.#options = options;
    this.#agentSessionId = options.agentSessionId;
    this.#isFork = options.isFork === true;
    if (options.canFork === true) this.fork = () => this.#fork();
  }

  /** A fork has no id of its own before its first message. */
  get agentSessionId(): string | undefined {
    return this.#isFork ? undefined : this.#agentSessionId;
  }

  get pid(): number | undefined {
    return this.#driver?.pid;
  }

  async *send(input: Input, { signal }: { signal: AbortSignal }): AsyncGenerator<Event | HostEvent, void> {
    const { title, silenceMs = SILENCE_MS } = this.#options;
    if (this.#run !== undefined) throw new PosthouseError({ code: 'task_running', message: `${title} is busy.` });
    if (signal.aborted) return;
    const run = (this.#run = new AgentRun<Event>());
    clearTimeout(this.#idle);
    const stop = (): void => void this.#stop(run);
    signal.addEventListener('abort', stop, { once: true });
    using silence = watchSilence({
      silenceMs,
      isExcused: () => this.#approvals.size > 0,
      onSilence: () => {
        const message = `${title} has sent nothing for ${Math.round(silenceMs / 1_000)} seconds.`;
        run.fail(new PosthouseError({ code: 'agent_failed', message }));
      },
    });
    try {
      this.#driver ??= this.#start();
      this.#driver.begin(input, run);
      for await (const event of run.events) {
        silence.heard();
        yield event;
      }
      if (!run.isLost) this.#isKept = true;
    } finally {
      signal.removeEventListener('abort', stop);
      // A reader who leaves and a failure end the run as a stop does.
      await this.#stop(run);
      this.#run = undefined;
      this.#stopping = undefined;
      this.#rest();
    }
  }

  async interrupt(): Promise<void> {
    if (this.#run !== undefined) await this.#stop(this.#run);
  }

  async answer(answer: ApprovalAnswer): Promise<void> {
    this.#approvals.answer(answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
    clearTimeout(this.#idle);
    await this.#end();
  }

  #start(): ProgramDriver<Event, Input> {
    this.#forgetUnkept();
    const getId = (): string | undefined => this.#agentSessionId;
    const getFork = (): boolean => this.#isFork;
    const driver: ProgramDriver<Event, Input> = this.#options.start({
      approvals: this.#approvals,
      get agentSessionId() {
        return getId();
      },
      get isFork() {
        return getFork();
      },
      identify: (id) => {
        this.#agentSessionId = id;
        this.#isFork = false;
        if (this.#options.keepsAtOnce === true) this.#isKept = true;
      },
      gone: () => {
        if (this.#driver === driver) this.#driver = undefined;
      },
    });
    return driver;
  }

  /** A new program cannot continue what the last one was taken away from before it had said anything to the end. */
  #forgetUnkept(): void {
    if (this.#isKept) return;
    this.#agentSessionId = this.#options.agentSessionId;
    this.#isFork = this.#options.isFork === true;
  }

  async #fork(): Promise<DrivenSession<Event, Input>> {
    if (this.agentSessionId !== undefined) {
      return new DrivenSession({ ...this.#options, agentSessionId: this.agentSessionId, isFork: true });
    }
    throw invalidInput('There is nothing to fork before the first message.');
  }

  /** Brings a run to its end. Whoever asks for it again waits for the same end. */
  #stop(run: AgentRun<Event>): Promise<void> {
    if (run.isOver && this.#stopping === undefined) this.#approvals.refuseAll('The run is over.');
    else this.#stopping ??= this.#bringToEnd(run);
    return this.#stopping ?? Promise.resolve();
  }

  /** Asks the program to stop, and takes it away if it does not. */
  async #bringToEnd(run: AgentRun<Event>): Promise<void> {
    run.isStopping = true;
    this.#approvals.refuseAll('The run was stopped.');
    const asked = this.#driver?.interrupt().catch(() => undefined);
    const timer = new AbortController();
    const late = sleep(this.#options.interruptMs ?? INTERRUPT_MS, 'late', { signal: timer.signal }).catch(() => 'no');
    const how = await Promise.race([Promise.all([asked, run.over]), late]);
    timer.abort();
    if (how === 'late') {
      run.isLost = true;
      await this.#end();
    }
    run.end();
  }

  #rest(): void {
    if (this.#driver === undefined) return;
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }

  async #end(): Promise<void> {
    const driver = this.#driver;
    this.#driver = undefined;
    await driver?.[Symbol.asyncDispose]();
  }
}
