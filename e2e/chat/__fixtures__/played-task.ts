import { isEntry, type LogEntry, type RunEvent } from '@posthouse/protocol';
import type { FollowBatch } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import { OpenTexts } from '../../../packages/chat/src/feed/open-texts.ts';
import type { RunStreamsOptions } from '../../../packages/chat/src/streams/run-streams.ts';
import type { RecordedRun } from './record-runs.ts';

/** A task whose run happens once more, event by event, as a test lets it: what `RunStreams` needs of an engine and a store. */
export class PlayedTask {
  readonly errors: unknown[] = [];
  readonly stopping = new AbortController();
  /** How many follow it. */
  followers = 0;
  readonly #run: RecordedRun;
  readonly #events: readonly RunEvent[];
  #happened = 0;
  #bells = new Set<() => void>();

  constructor(run: RecordedRun) {
    this.#run = run;
    this.#events = run.events;
  }

  get isOver(): boolean {
    return this.#happened === this.#events.length;
  }

  get entries(): LogEntry[] {
    return this.#events.slice(0, this.#happened).filter(isEntry);
  }

  get task(): Task {
    const { taskId, swarm } = this.#run;
    const head = this.entries.at(-1)?.seq ?? 0;
    return { key: 'k', taskId, owner: { swarm }, head } as unknown as Task;
  }

  /** Lets the next events happen; tokens come at once, entries when they are looked for. */
  happen(count: number): void {
    this.#happened = Math.min(this.#events.length, this.#happened + count);
    for (const ring of this.#bells) ring();
  }

  /** Lets everything happen up to the next pause; nothing if there is none. */
  pause(): void {
    const paused = this.#events.findIndex(({ type }, index) => index >= this.#happened && type === 'paused');
    this.happen(paused < 0 ? 0 : paused + 1 - this.#happened);
  }

  get desk(): RunStreamsOptions {
    return {
      onError: (error) => void this.errors.push(error),
      store: {
        find: async () => this.task,
        read: async (_, after, limit) => {
          await new Promise((resolve) => setImmediate(resolve));
          const entries = this.entries.filter((entry) => entry.seq > after).slice(0, limit);
          return { entries, live: [], head: this.task.head };
        },
      },
      engine: { stopping: this.stopping.signal, follow: (_, given) => this.#follow(given ?? {}) },
    };
  }

  /** Entries behind a place, and text: of what was there before, that which is still being written, as in memory. */
  async *#follow({ after = 0, signal }: { after?: number; signal?: AbortSignal }): AsyncGenerator<FollowBatch> {
    this.followers += 1;
    try {
      for (let position = 0; ;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#bells.add(resolve);
        signal?.addEventListener('abort', () => resolve());
        const all = this.#events.slice(position, this.#happened);
        const fresh = position === 0 ? withoutEndedTexts(all) : all;
        position = this.#happened;
        yield {
          events: fresh
            .filter((event) => event.type !== 'queued')
            .filter((event) => event.type === 'token' || event.seq > after),
          caughtUp: true,
        };
        signal?.throwIfAborted();
        await promise;
        this.#bells.delete(resolve);
        signal?.throwIfAborted();
      }
    } finally {
      this.followers -= 1;
    }
  }
}

function withoutEndedTexts(events: readonly RunEvent[]): RunEvent[] {
  const open = new OpenTexts();
  for (const event of events) open.see(event);
  const names = new Set(open.all().flatMap((event) => (event.type === 'token' ? nameOf(event) : [])));
  return events.filter((event) => event.type !== 'token' || names.has(nameOf(event)));
}

function nameOf({ agent, turn, attempt, part }: RunEvent & { type: 'token' }): string {
  return JSON.stringify([agent, turn, attempt, part]);
}
