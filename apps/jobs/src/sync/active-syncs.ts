import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import type { OwnerServices } from '../services/services.ts';
import { parseSource } from './parse-source.ts';
import type { SyncEvent } from './sync-event.ts';
import { SyncRun } from './sync-run.ts';
import { beginRun, findRun, toLastEvent, usualSources } from './sync-runs.ts';

export type SyncRequest = { sources?: string[] | undefined; query?: string | undefined; max?: number | undefined };

/** The runs of this process, one at a time for each owner, and those who watch them. */
export class ActiveSyncs implements AsyncDisposable {
  readonly #runs = new Map<number, SyncRun>();

  /** Begins a run with the sources named, or those of the last time. */
  start(services: OwnerServices, { sources: named, query, max }: SyncRequest, language: Language): number {
    const texts = named ?? usualSources(services);
    if (texts.length === 0) throw new JobsError('noSources');
    const sources = texts.map(parseSource);
    const id = beginRun(services, texts);
    const run = new SyncRun(id, services, { sources, query, max, language });
    this.#runs.set(id, run);
    void run.start().finally(() => this.#runs.delete(id));
    return id;
  }

  /** What a run tells from an event on: all of it while it goes on, and how it ended afterwards. */
  async *follow(
    services: OwnerServices,
    id: number,
    { from = 0, language }: { from?: number; language: Language },
  ): AsyncGenerator<{ index: number; event: SyncEvent }> {
    const row = findRun(services, id);
    const run = this.#runs.get(id);
    if (run === undefined) yield { index: from, event: toLastEvent(row, language) };
    else yield* run.follow(from);
  }

  /** Stops all runs; what they have brought in stays. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => run[Symbol.asyncDispose]()));
  }
}
