import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import type { Desk } from '../services/services.ts';
import { parseSource } from './parse-source.ts';
import type { SyncEvent } from './sync-event.ts';
import { SyncRun } from './sync-run.ts';
import { beginRun, findRun, toLastEvent, usualSources } from './sync-runs.ts';

export type SyncRequest = { sources?: string[] | undefined; query?: string | undefined; max?: number | undefined };

/** Where runs go on, one at a time for each owner, and where they are watched. */
export class SyncDesk implements AsyncDisposable {
  readonly #runs = new Map<number, SyncRun>();

  /** Begins a run with the sources named, or those of the last time. */
  start(desk: Desk, { sources: named, query, max }: SyncRequest, language: Language): number {
    const texts = named ?? usualSources(desk);
    if (texts.length === 0) throw new JobsError('noSources');
    const sources = texts.map(parseSource);
    const id = beginRun(desk, texts);
    const run = new SyncRun(id, desk, { sources, query, max, language });
    this.#runs.set(id, run);
    void run.start().finally(() => this.#runs.delete(id));
    return id;
  }

  /** What a run tells from an event on: all of it while it goes on, and how it ended afterwards. */
  async *follow(
    desk: Desk,
    id: number,
    { from = 0, language }: { from?: number; language: Language },
  ): AsyncGenerator<{ index: number; event: SyncEvent }> {
    const row = findRun(desk, id);
    const run = this.#runs.get(id);
    if (run === undefined) yield { index: from, event: toLastEvent(row, language) };
    else yield* run.follow(from);
  }

  /** Stops all runs; what they have brought in stays. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => run[Symbol.asyncDispose]()));
  }
}
