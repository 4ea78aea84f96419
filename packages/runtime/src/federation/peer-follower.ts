import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '../follow/follow-task.ts';
import type { FederationPolicy } from './federation-policy.ts';
import type { Peers, PeerTask } from './peers.ts';
import { retryDelay } from './retry-delay.ts';

export type PeerFollowerOptions = {
  peers: Peers;
  task: PeerTask;
  /** Where to begin: everything up to here is in our log. */
  after: number;
  policy: FederationPolicy;
  /** Takes what has come, in order: entries to be written down, text to be shown. Resolves when the entries are safe. */
  record: (entries: LogEntry[], tokens: TokenEvent[]) => Promise<void>;
};

/**
 * Reads what a peer does for a task of ours, as long as we are interested. A connection that breaks is made again; what
 * arrives while something is being written is written next, all of it at once.
 */
export class PeerFollower {
  readonly #options: PeerFollowerOptions;
  readonly #stopping = new AbortController();
  #entries: LogEntry[] = [];
  #tokens: TokenEvent[] = [];
  #received: number;
  #recorded: number;
  #isRecording = false;

  constructor(options: PeerFollowerOptions) {
    this.#options = options;
    this.#received = this.#recorded = options.after;
    void this.#read();
  }

  /** Up to where its log is in ours. */
  get recorded(): number {
    return this.#recorded;
  }

  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #read(): Promise<void> {
    const { peers, task, policy } = this.#options;
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        for await (const event of peers.follow({ ...task, after: this.#received }, signal)) {
          if (signal.aborted) return;
          failures = 0;
          this.#take(event);
        }
      } catch {
        // Letters do not depend on it: whatever matters arrives with them, and the next try may work.
      }
      await pause(retryDelay(failures, policy, { random: Math.random() }), signal);
    }
  }

  #take(event: LogEntry | TokenEvent): void {
    if (event.type === 'token') {
      this.#tokens.push(event);
    } else {
      // A connection that was made again may repeat what was on its way.
      if (event.seq <= this.#received) return;
      this.#received = event.seq;
      this.#entries.push(event);
    }
    if (!this.#isRecording) void this.#record();
  }

  async #record(): Promise<void> {
    this.#isRecording = true;
    try {
      while (this.#entries.length + this.#tokens.length > 0 && !this.#stopping.signal.aborted) {
        const [entries, tokens] = [this.#entries, this.#tokens];
        [this.#entries, this.#tokens] = [[], []];
        await this.#options.record(entries, tokens);
        this.#recorded = entries.at(-1)?.seq ?? this.#recorded;
      }
    } catch {
      // The task is being read again or let go of, and a new reader begins where the log says.
      this.stop();
    } finally {
      this.#isRecording = false;
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
