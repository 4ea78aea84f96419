import { z } from 'zod';

const failure = z.object({
  source: z.string(),
  code: z.string(),
  message: z.string(),
  retryAfter: z.number().int().optional().meta({ description: 'Seconds, where the source said how long to wait.' }),
});
const count = z.number().int();

/** What a run tells while it goes on. */
export const syncEvent = z.discriminatedUnion('status', [
  z.object({ status: z.literal('searching'), source: z.string() }),
  z.object({ status: z.literal('processing'), synced: count, total: count, newJobs: count }),
  z.object({
    status: z.literal('complete'),
    synced: count,
    newJobs: count,
    updated: count,
    skipped: count,
    errors: z.array(failure),
  }),
  z.object({ status: z.literal('error'), code: z.string(), message: z.string(), errors: z.array(failure) }),
]);
export type SyncEvent = z.infer<typeof syncEvent>;
export type SourceFailure = z.infer<typeof failure>;

/** A run as it is shown. */
export const syncRunView = z
  .object({
    runId: count,
    status: z.enum(['running', 'complete', 'error']),
    code: z.string().nullable(),
    sources: z.array(z.string()),
    found: count,
    created: count,
    updated: count,
    skipped: count,
    errors: z.array(failure),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'SyncRun' });

/** Whether nothing comes after this. */
export function isLast(event: SyncEvent): boolean {
  return event.status === 'complete' || event.status === 'error';
}
