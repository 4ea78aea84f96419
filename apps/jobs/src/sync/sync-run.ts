import { setImmediate } from 'node:timers/promises';
import { inTransaction } from '../database/in-transaction.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import { savePosting } from '../ingest/save-posting.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import type { Source } from './parse-source.ts';
import { readSource } from './read-source.ts';
import { isLast, type SourceFailure, type SyncEvent } from './sync-event.ts';
import { finishRun, noteProgress } from './sync-runs.ts';

export type SyncOptions = {
  sources: readonly Source[];
  /** Only postings in which all these words are found. */
  query?: string | undefined;
  /** How many postings of each source at most. */
  max?: number | undefined;
  language: Language;
};

const BATCH = 25;

/**
 * One run of bringing in postings. It goes on whoever is watching; those who come later, or again, are told what they
 * have missed first.
 */
export class SyncRun implements AsyncDisposable {
  readonly id: number;
  readonly #services: OwnerServices;
  readonly #options: SyncOptions;
  readonly #events: SyncEvent[] = [];
  readonly #stop = new AbortController();
  readonly #counts = { found: 0, created: 0, updated: 0, skipped: 0 };
  readonly #failures: SourceFailure[] = [];
  #news = Promise.withResolvers<void>();
  #done: Promise<void> = Promise.resolve();

  constructor(id: number, services: OwnerServices, options: SyncOptions) {
    this.id = id;
    this.#services = services;
    this.#options = options;
  }

  /** Begins. The promise resolves when the run is over, however it ended. */
  start(): Promise<void> {
    this.#done = this.#run();
    return this.#done;
  }

  /** What the run tells, from an event on; ends with the run. */
  async *follow(from = 0): AsyncGenerator<{ index: number; event: SyncEvent }> {
    for (let index = from; ; index += 1) {
      while (index >= this.#events.length) {
        if (this.#events.some(isLast)) return;
        await this.#news.promise;
      }
      const event = this.#events[index]!;
      yield { index, event };
      if (isLast(event)) return;
    }
  }

  /** Stops after what is under way; what was brought in stays. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    try {
      // Whoever has begun it comes to watch first.
      await setImmediate();
      for (const source of this.#options.sources) await this.#bring(source);
      this.#end();
    } catch (error) {
      const isStopped = this.#stop.signal.aborted;
      if (!isStopped) console.error(error);
      const problem = new JobsError(isStopped ? 'interrupted' : 'internal');
      const { code } = problem;
      const message = problem.text(this.#options.language);
      finishRun(this.#services, this.id, { ...this.#counts, status: 'error', code, errors: this.#failures });
      this.#tell({ status: 'error', code, message, errors: this.#failures });
    }
  }

  /** Brings in what a source has. If it fails, the others are not to suffer from it, and what came before stays. */
  async #bring(source: Source): Promise<void> {
    this.#tell({ status: 'searching', source: source.name });
    const { query, max, language } = this.#options;
    const { signal } = this.#stop;
    try {
      for await (const postings of readSource(this.#services, source, { query, max, signal })) {
        await this.#keep(postings, source);
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof JobsError)) throw error;
      const { error: message, retryAfter } = error.toBody(language) as { error: string; retryAfter?: number };
      const failure = { source: source.name, code: error.code, message };
      this.#failures.push(retryAfter === undefined ? failure : { ...failure, retryAfter });
    }
  }

  async #keep(postings: readonly Posting[], source: Source): Promise<void> {
    this.#counts.found += postings.length;
    for (let from = 0; from < postings.length; from += BATCH) {
      this.#stop.signal.throwIfAborted();
      this.#save(postings.slice(from, from + BATCH), source);
      this.#tell({
        status: 'processing',
        synced: this.#synced(),
        total: this.#counts.found,
        newJobs: this.#counts.created,
      });
      // Others are waiting for their turn as well.
      await setImmediate();
    }
  }

  #save(postings: readonly Posting[], source: Source): void {
    inTransaction(this.#services.database, () => {
      const counts = { ...this.#counts };
      for (const posting of postings) {
        const { outcome } = savePosting(this.#services, posting, {
          actor: 'sync',
          source: 'board' in source ? source.kind : 'email',
        });
        counts[outcome] += 1;
      }
      noteProgress(this.#services, this.id, counts);
      Object.assign(this.#counts, counts);
    });
  }

  #end(): void {
    const errors = this.#failures;
    const { created: newJobs, updated, skipped } = this.#counts;
    const [first] = errors;
    if (first !== undefined && errors.length === this.#options.sources.length && this.#counts.found === 0) {
      const { code, message } = first;
      finishRun(this.#services, this.id, { ...this.#counts, status: 'error', code, errors });
      this.#tell({ status: 'error', code, message, errors });
      return;
    }
    finishRun(this.#services, this.id, { ...this.#counts, status: 'complete', code: null, errors });
    this.#tell({ status: 'complete', synced: this.#synced(), newJobs, updated, skipped, errors });
  }

  #synced(): number {
    return this.#counts.created + this.#counts.updated + this.#counts.skipped;
  }

  #tell(event: SyncEvent): void {
    this.#events.push(event);
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
