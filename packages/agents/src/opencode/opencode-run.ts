import { setTimeout as sleep } from 'node:timers/promises';
import { PosthouseError } from '@posthouse/protocol';
import { EventQueue } from '../driving/event-queue.ts';
import { Gate } from '../driving/gate.ts';
import { watchSilence } from '../driving/watch-silence.ts';
import type { OpencodeEvent } from './opencode-event.ts';
import { isUnreachable } from './read-server-answer.ts';
import { isOfRun, observe, watchRun } from './opencode-run-watch.ts';

export interface OpencodeRunOptions {
  readonly sessionId: string;
  /** The server's events, until the signal aborts. */
  readonly source: (signal: AbortSignal) => Promise<AsyncIterable<OpencodeEvent>>;
  /** Sends the prompt. */
  readonly prompt: (signal: AbortSignal) => Promise<void>;
  /** Resolves with a sentence when the server is gone. */
  readonly gone: Promise<string>;
  /** The server beats every ten seconds; silence of this length means that it hangs. */
  readonly silenceMs: number;
  /** Silence of the run itself, while the server beats, that counts as a failure. */
  readonly quietMs: number;
  /** Whether the run waits for the user, who may take as long as they like. */
  readonly isWaiting: () => boolean;
  /** How long the rest of a failed run may take to come. */
  readonly settleMs: number;
  /** Sees every event of the run before its reader does. */
  readonly onEvent: (event: OpencodeEvent) => void;
}

/** How long a server whose stream has ended may take to be gone as well. */
const FAREWELL_MS = 1_000;

/**
 * One run: reads the server's events in the background, gives its reader those that belong here, and knows when the run
 * is over, however it ends and whether or not anybody reads.
 */
export class OpencodeRun {
  readonly events: EventQueue<OpencodeEvent>;
  /** Resolves when the run is over; never rejects. False when the server does not answer any more. */
  readonly over: Promise<boolean>;
  readonly #options: OpencodeRunOptions;
  readonly #reading = new AbortController();
  readonly #gate = new Gate();
  readonly #asked = Promise.withResolvers<void>();
  #isPrompted = false;
  /** Why reading was given up, when it was. */
  #halt: Halt | undefined;

  constructor(options: OpencodeRunOptions) {
    this.#options = options;
    this.events = new EventQueue({ onPressure: (full) => this.#gate.set(!full) });
    options.gone.then((message) => this.#giveUp({ healthy: false, error: toFailure(message) }));
    this.over = this.#follow();
  }

  /** Resolves when OpenCode has taken the prompt, or never will: only then has it something that can be stopped. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  /** The reader gets nothing more. The run itself goes on until the server has ended it, if it has begun. */
  mute(): void {
    this.events.end();
    this.#gate.set(true);
    if (!this.#isPrompted) this.#giveUp({ healthy: true });
  }

  #giveUp(halt: Halt): void {
    this.#halt ??= halt;
    this.#gate.set(true);
    this.#reading.abort();
  }

  async #follow(): Promise<boolean> {
    try {
      const complete = await this.#read();
      // A server that went down closes its streams first and is gone a moment later, with a better reason.
      if (!complete && this.#halt === undefined) await this.#farewell();
    } catch (error) {
      this.#halt ??= { healthy: false, error: toFailure(`The connection to OpenCode failed: ${String(error)}`) };
    }
    this.#reading.abort();
    this.#asked.resolve();
    const { healthy, error } = this.#halt ?? { healthy: true };
    if (error === undefined) this.events.end();
    else this.events.fail(error);
    return healthy;
  }

  /** Whether the end of the run was among the events. */
  async #read(): Promise<boolean> {
    const { source, sessionId, silenceMs, quietMs, isWaiting, settleMs, onEvent } = this.#options;
    using silence = watchSilence({
      silenceMs,
      onSilence: () =>
        this.#giveUp({ healthy: false, error: toFailure(`OpenCode has sent nothing for ${silenceMs} ms.`) }),
      isExcused: () => !this.#gate.isOpen,
    });
    using quiet = watchSilence({
      silenceMs: quietMs,
      onSilence: () =>
        this.#giveUp({ healthy: false, error: toFailure(`OpenCode has done nothing for ${quietMs} ms.`) }),
      isExcused: () => !this.#gate.isOpen || isWaiting(),
    });
    let settling: NodeJS.Timeout | undefined;
    let watch = watchRun(sessionId);
    try {
      for await (const event of await source(this.#reading.signal)) {
        silence.heard();
        // The first event says that we are connected; only then can nothing of the run be missed.
        if (!this.#isPrompted) this.#prompt();
        watch = observe(watch, event);
        if (isOfRun(watch, event)) {
          quiet.heard();
          onEvent(event);
          this.events.push(event);
          await this.#gate.opened;
        }
        if (watch.phase === 'over') return true;
        if (watch.phase === 'settling') settling ??= setTimeout(() => this.#giveUp({ healthy: true }), settleMs);
      }
      return false;
    } finally {
      clearTimeout(settling);
    }
  }

  #prompt(): void {
    this.#isPrompted = true;
    this.#options
      .prompt(this.#reading.signal)
      .catch((error: unknown) => this.#giveUp({ healthy: !isUnreachable(error), error }))
      .finally(() => this.#asked.resolve());
  }

  async #farewell(): Promise<void> {
    const timer = new AbortController();
    const late = sleep(FAREWELL_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([this.#options.gone, late]);
    timer.abort();
    this.#halt ??= { healthy: false, error: toFailure('OpenCode closed the stream of its events.') };
  }
}

interface Halt {
  /** Whether the server can be used for the next run. */
  readonly healthy: boolean;
  readonly error?: unknown;
}

function toFailure(message: string): PosthouseError {
  return new PosthouseError({ code: 'agent_failed', message });
}
