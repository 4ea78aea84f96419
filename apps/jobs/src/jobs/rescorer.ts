import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import { jobs, resumes } from '../database/schema.ts';
import type { Services } from '../services/services.ts';
import { scoreJob } from './score-job.ts';

const BATCH = 20;
const POLL_MS = 1_000;

/**
 * Brings scores up to date in the background after the default resume of somebody has changed: a few jobs at a time, so
 * that requests hardly notice. What it has not come to when the app stops, it finds again at the next start.
 */
export class Rescorer implements AsyncDisposable {
  readonly #services: Services;
  readonly #stop = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#working = this.#work();
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    let settled = '';
    while (!signal.aborted) {
      // New jobs are scored when they are written; only another default resume makes old scores stale.
      const state = describeDefaults(this.#services);
      const isBusy = state !== settled && rescoreSome(this.#services) > 0;
      if (!isBusy) settled = state;
      await sleep(isBusy ? 1 : POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }
}

function describeDefaults({ database }: Services): string {
  const { ownerId, contentHash } = resumes;
  return JSON.stringify(
    database.db.select({ ownerId, contentHash }).from(resumes).where(eq(resumes.isDefault, true)).all(),
  );
}

/** Scores some of the jobs whose score was made with another resume than the default one. Says how many those were. */
export function rescoreSome(services: Services): number {
  const { database } = services;
  const stale = database.db
    .select({ job: jobs })
    .from(jobs)
    .innerJoin(resumes, and(eq(resumes.ownerId, jobs.ownerId), eq(resumes.isDefault, true)))
    .where(and(isNotNull(jobs.descriptionMd), or(isNull(jobs.scoreFor), ne(jobs.scoreFor, resumes.contentHash))))
    .limit(BATCH)
    .all();
  if (stale.length > 0) {
    inTransaction(database, () => {
      for (const { job } of stale) scoreJob({ ...services, ownerId: job.ownerId }, job);
    });
  }
  return stale.length;
}
