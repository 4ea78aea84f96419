import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../database/in-transaction.ts';
import type { JobsDatabase } from '../database/open-database.ts';
import { type SyncRunRow, settings, syncRuns } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import type { OwnerServices } from '../services/services.ts';
import type { SyncEvent, syncRunView } from './sync-event.ts';

const SOURCES = 'sync.sources';
type Counts = Pick<SyncRunRow, 'found' | 'created' | 'updated' | 'skipped'>;

/** Writes down that a run begins, and its sources for the next time; `sync_in_progress` when there is one already. */
export function beginRun({ database, ownerId, now }: OwnerServices, sources: string[]): number {
  const startedAt = now().toISOString();
  return inTransaction(database, () => {
    const { db } = database;
    const running = and(eq(syncRuns.ownerId, ownerId), eq(syncRuns.status, 'running'));
    const other = db.select({ id: syncRuns.id }).from(syncRuns).where(running).get();
    if (other !== undefined) {
      throw new JobsError('syncInProgress', { values: { runId: other.id }, extra: { runId: other.id } });
    }
    const setting = { ownerId, key: SOURCES, value: sources, updatedAt: startedAt };
    db.insert(settings)
      .values(setting)
      .onConflictDoUpdate({ target: [settings.ownerId, settings.key], set: setting })
      .run();
    const counts = { found: 0, created: 0, updated: 0, skipped: 0 };
    const row = { ownerId, sources, status: 'running' as const, ...counts, errors: [], startedAt };
    return db.insert(syncRuns).values(row).returning({ id: syncRuns.id }).get().id;
  });
}

/** The sources of the run before. */
export function usualSources({ database, ownerId }: OwnerServices): string[] {
  const row = database.db
    .select()
    .from(settings)
    .where(and(eq(settings.ownerId, ownerId), eq(settings.key, SOURCES)))
    .get();
  return (row?.value as string[] | undefined) ?? [];
}

/** Writes down how far a run has come. */
export function noteProgress({ database, ownerId }: OwnerServices, id: number, counts: Counts): void {
  database.db
    .update(syncRuns)
    .set(counts)
    .where(and(eq(syncRuns.ownerId, ownerId), eq(syncRuns.id, id)))
    .run();
}

/** Writes down how a run ended. */
export function finishRun(
  { database, ownerId, now }: OwnerServices,
  id: number,
  outcome: Counts & Pick<SyncRunRow, 'status' | 'code' | 'errors'>,
): void {
  database.db
    .update(syncRuns)
    .set({ ...outcome, finishedAt: now().toISOString() })
    .where(and(eq(syncRuns.ownerId, ownerId), eq(syncRuns.id, id)))
    .run();
}

/** A run of this owner, or `not_found`. */
export function findRun({ database, ownerId }: OwnerServices, id: number): SyncRunRow {
  const row = database.db
    .select()
    .from(syncRuns)
    .where(and(eq(syncRuns.ownerId, ownerId), eq(syncRuns.id, id)))
    .get();
  if (row === undefined) throw new JobsError('runNotFound', { values: { id } });
  return row;
}

/** The runs of this owner, the newest first. */
export function listRuns({ database, ownerId }: OwnerServices, limit: number): SyncRunRow[] {
  return database.db
    .select()
    .from(syncRuns)
    .where(eq(syncRuns.ownerId, ownerId))
    .orderBy(desc(syncRuns.id))
    .limit(limit)
    .all();
}

/** Ends the runs of a process that is no more. */
export function endOrphanedRuns({ db }: JobsDatabase, now: Date): void {
  db.update(syncRuns)
    .set({ status: 'error', code: 'interrupted', finishedAt: now.toISOString() })
    .where(eq(syncRuns.status, 'running'))
    .run();
}

/** Shows a run. */
export function toRunView(row: SyncRunRow): z.infer<typeof syncRunView> {
  const { id: runId, status, code, sources, found, created, updated, skipped, errors, startedAt, finishedAt } = row;
  return { runId, status, code, sources, found, created, updated, skipped, errors, startedAt, finishedAt };
}

/** The last thing that a run has told, for those who come after it. */
export function toLastEvent(
  { status, code, created, updated, skipped, errors }: SyncRunRow,
  language: Language,
): SyncEvent {
  if (status === 'complete') {
    return { status, synced: created + updated + skipped, newJobs: created, updated, skipped, errors };
  }
  return {
    status: 'error',
    code: code ?? 'interrupted',
    message: errors[0]?.message ?? new JobsError('interrupted').text(language),
    errors,
  };
}
