import type { Context } from 'hono';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { syncRuns } from '../database/schema.ts';
import type { Language } from '../errors/language.ts';
import { type StreamedEvent, toEventStream } from '../http/event-stream.ts';
import { DEFAULT_LIMIT, idInPath, numberInQuery } from '../http/fields.ts';
import { ownerRoute, type Route } from '../http/route.ts';
import type { OwnerServices } from '../services/services.ts';
import type { ActiveSyncs } from '../sync/active-syncs.ts';
import { isLast, syncRunView } from '../sync/sync-event.ts';
import { findRun, listRuns, toRunView } from '../sync/sync-runs.ts';

const tag = 'sync';
const sources = z.array(z.string().max(500)).min(1).max(50);
const query = z.string().max(500);
const stream = { description: 'The progress of the run, as server-sent events.', type: 'text/event-stream' };

/** Bringing postings in: paths that begin with a word, to be registered before those with an id. */
export function syncRoutes(syncs: ActiveSyncs): Route[] {
  const watch = (
    c: Context,
    services: OwnerServices,
    { runId, language }: { runId: number; language: Language },
  ): Response => {
    const from = nextEvent(c.req.header('last-event-id'), runId);
    return toEventStream(c, toStreamed(syncs.follow(services, runId, { from, language }), runId));
  };
  return [
    ownerRoute({
      method: 'post',
      path: '/jobs/sync',
      operation: 'startSync',
      tag,
      summary: 'Imports postings from boards, from Gmail and from mail files',
      body: z
        .strictObject({
          sources: sources.optional().meta({ description: 'Those of the last run unless given.' }),
          query: query.optional(),
          max: z.number().int().min(1).max(10_000).optional(),
        })
        .optional(),
      answers: {
        202: {
          description: 'The run has begun.',
          schema: z.object({ runId: z.number().int(), status: z.literal('running') }),
        },
        200: { ...stream, description: 'The same as a stream, for those who accept one.' },
      },
      problems: ['syncInProgress', 'noSources', 'unknownSource'],
      handle: ({ c, body = {}, language }, services) => {
        const runId = syncs.start(services, body, language);
        if (wantsStream(c)) return watch(c, services, { runId, language });
        c.header('Location', `/jobs/sync/${runId}`);
        return c.json({ runId, status: 'running' }, 202);
      },
    }),
    ownerRoute({
      method: 'get',
      path: '/jobs/sync',
      operation: 'watchSync',
      tag,
      summary: 'Begins a run, or joins the running one, and streams its progress; for event sources',
      query: z.strictObject({
        sources: z
          .string()
          .max(10_000)
          .transform((text) => text.split(','))
          .pipe(sources)
          .optional()
          .meta({ description: 'Separated by commas; those of the last run unless given.' }),
        query: query.optional(),
        max: numberInQuery(1, 10_000).optional(),
      }),
      answers: { 200: stream, 204: { description: 'The run is over, and all its events were sent.' } },
      problems: ['noSources', 'unknownSource'],
      handle: ({ c, query: request, language }, services) => {
        const resumed = readEventId(c.req.header('last-event-id'));
        // An event source comes back by itself when a stream ends. To one that knows the end, there is nothing to say.
        if (resumed !== undefined)
          return isKnownToTheEnd(services, resumed)
            ? c.body(null, 204)
            : watch(c, services, { runId: resumed.runId, language });
        const runId = runningRun(services) ?? syncs.start(services, request, language);
        return watch(c, services, { runId, language });
      },
    }),
    ownerRoute({
      method: 'get',
      path: '/jobs/sync/runs',
      operation: 'listSyncs',
      tag,
      summary: 'The runs, newest first',
      query: z.strictObject({ limit: numberInQuery(1, 100).optional() }),
      answers: { 200: { description: 'The runs.', schema: z.object({ runs: z.array(syncRunView) }) } },
      handle: ({ c, query: { limit = DEFAULT_LIMIT } }, services) =>
        c.json({ runs: listRuns(services, limit).map(toRunView) }),
    }),
    ownerRoute({
      method: 'get',
      path: '/jobs/sync/:runId{[0-9]+}',
      operation: 'getSync',
      tag,
      summary: 'The state of a run, or its progress for those who accept an event stream',
      params: z.object({ runId: idInPath }),
      answers: { 200: { description: 'The run.', schema: syncRunView, type: 'text/event-stream' } },
      problems: ['runNotFound'],
      handle: ({ c, params: { runId }, language }, services) => {
        const row = findRun(services, runId);
        return wantsStream(c) ? watch(c, services, { runId, language }) : c.json(toRunView(row));
      },
    }),
  ];
}

function wantsStream(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/event-stream');
}

/** Ids of events say which run they are of, how many came before, and whether it was the last. */
type EventId = { runId: number; index: number; last: boolean };

function readEventId(text: string | undefined): EventId | undefined {
  const [, runId, index, last] = /^(\d{1,15})-(\d{1,9})(-end)?$/.exec(text ?? '') ?? [];
  return runId === undefined ? undefined : { runId: Number(runId), index: Number(index), last: last !== undefined };
}

function nextEvent(text: string | undefined, runId: number): number {
  const id = readEventId(text);
  return id?.runId === runId ? id.index + 1 : 0;
}

function isKnownToTheEnd(services: OwnerServices, { runId, last }: EventId): boolean {
  findRun(services, runId);
  return last;
}

async function* toStreamed(events: ReturnType<ActiveSyncs['follow']>, runId: number): AsyncGenerator<StreamedEvent> {
  for await (const { index, event } of events) {
    yield { id: `${runId}-${index}${isLast(event) ? '-end' : ''}`, data: { runId, ...event } };
  }
}

function runningRun({ database, ownerId }: OwnerServices): number | undefined {
  return database.db
    .select({ id: syncRuns.id })
    .from(syncRuns)
    .where(and(eq(syncRuns.ownerId, ownerId), eq(syncRuns.status, 'running')))
    .get()?.id;
}
