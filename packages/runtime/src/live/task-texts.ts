import type { LiveText, NewEntry, Token } from '@posthouse/protocol';
import type { Committed, TaskKey } from '@posthouse/store';
import type { TextDelta } from '../respond/respond.ts';
import type { LiveHub, TurnPlace } from './live-hub.ts';

export type TaskTextsOptions = {
  live: LiveHub;
  task: TaskKey;
  /** The open run, while its owner may write. */
  run: () => number | undefined;
  commit: (entries: NewEntry[]) => Promise<Committed>;
};

/**
 * The live text of one task, in the hands of its owner. The log is the only order that text has: where a part begins is
 * written there before anybody is shown any of it.
 */
export class TaskTexts {
  readonly #options: TaskTextsOptions;
  #announcing = false;

  constructor(options: TaskTextsOptions) {
    this.#options = options;
  }

  /** What running turns have written. */
  all(): LiveText[] {
    return this.#options.live.textsOf(this.#options.task);
  }

  /** The same without turns of ours that are on their way into the log: what becomes of their text is decided. */
  unrecorded(): LiveText[] {
    return this.#options.live.textsOf(this.#options.task, { unrecorded: true });
  }

  write(place: TurnPlace & { attempt: number; epoch: number }, delta: TextDelta): void {
    if (this.#options.live.write(this.#options.task, place, delta)) this.announce();
  }

  /** Shows text that another swarm is writing; `start` is the place in the log that it belongs behind. */
  relay(token: Token, place: { start: number; epoch: number }): void {
    this.#options.live.relay(this.#options.task, token, place);
  }

  /** What these turns of another swarm wrote is about to be recorded: resolves when it may be. */
  async recordRemote(places: readonly TurnPlace[]): Promise<void> {
    if (places.length === 0) return;
    this.record(places);
    await this.#options.live.saved();
  }

  /** At the end of the tick, for all parts that began in it: an answer that is whole by then needs no beginning. */
  announce(): void {
    if (this.#announcing) return;
    this.#announcing = true;
    setImmediate(() => {
      this.#announcing = false;
      void this.#begin();
    });
  }

  flush(): void {
    this.#options.live.flush(this.#options.task);
  }

  /** Shows and saves nothing more until it is let go: what was seen so far is being written down as all there was. */
  hold(): void {
    this.flush();
    this.#options.live.hold(this.#options.task);
  }

  letGo(): void {
    this.#options.live.letGo(this.#options.task);
    this.announce();
  }

  /** Does something once the store has all that was shown. Nothing more is shown in the meantime. */
  async quietly(work: () => Promise<unknown>): Promise<void> {
    const saved = this.#options.live.save();
    this.hold();
    try {
      await saved;
      await work();
    } finally {
      this.letGo();
    }
  }

  /** What these turns wrote is on its way into the log, whole: what has not begun by now begins there. */
  record(places: readonly TurnPlace[]): void {
    for (const place of places) this.#options.live.record(this.#options.task, place);
  }

  /** Forgets turns whose text is in the log, or all of them. */
  end(places: readonly TurnPlace[] = this.all()): void {
    for (const place of places) this.#options.live.end(this.#options.task, place);
  }

  async #begin(): Promise<void> {
    const { live, task, commit } = this.#options;
    const run = this.#options.run();
    const parts = run === undefined ? [] : live.announce(task);
    if (parts.length === 0) return;
    try {
      const { entries } = await commit(parts.map((part) => toTextStart(part, run!)));
      for (const [index, part] of parts.entries()) live.begin(task, part, entries[index]!.seq);
    } catch {
      // The owner has read the task again and reported it; what was written until then is settled there.
    }
  }
}

function toTextStart({ agent, turn, attempt, part, kind }: LiveText, run: number): NewEntry {
  return { run, agent, turn, type: 'text-started', attempt, part, kind };
}
