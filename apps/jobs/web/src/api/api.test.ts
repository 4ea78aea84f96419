import { Server } from '@posthouse/components';
import { expect, test, vi } from 'vitest';
import { analyzeJob, loadPrescore } from './analysis.ts';
import { exportJobs } from './export-jobs.ts';
import { ingest } from './ingest.ts';
import { changeJob, createJob, deleteJob, enrichJob, loadJob, loadJobs } from './job.ts';
import { loadFunnel, loadSkillDemand, loadSources, loadTimeline } from './stats.ts';
import { loadSyncRuns, watchSync } from './sync.ts';

/** A server that answers everything with the same, and what it was asked. */
function answering(answer: unknown): { server: Server; asked: () => string[] } {
  const fetched = vi.fn<typeof fetch>(async () => (answer instanceof Response ? answer : Response.json(answer)));
  const asked = (): string[] =>
    fetched.mock.calls.map(([url, init]) =>
      [init?.method, String(url), init?.body].filter((part) => part !== undefined).join(' '),
    );
  return { server: new Server({ base: '', token: 'secret', fetch: fetched }), asked };
}
const { signal } = new AbortController();

test.each<[string, (server: Server) => Promise<unknown>, unknown, string]>([
  ['all jobs', (server) => loadJobs(server, new URLSearchParams()), { jobs: [] }, 'GET /jobs'],
  ['some jobs', (server) => loadJobs(server, new URLSearchParams({ search: 'c++' })), {}, 'GET /jobs?search=c%2B%2B'],
  ['one job', (server) => loadJob(server, 7, signal), {}, 'GET /jobs/7'],
  [
    'a change',
    (server) => changeJob(server, 7, { status: 'offer' }),
    { job: { id: 7 } },
    'PATCH /jobs/7 {"status":"offer"}',
  ],
  [
    'a new job',
    (server) => createJob(server, { title: 'a', company: 'b' }),
    { job: { id: 7 } },
    'POST /jobs {"title":"a","company":"b"}',
  ],
  ['the end of a job', (server) => deleteJob(server, 7), { deleted: true }, 'DELETE /jobs/7'],
  ['more about a job', (server) => enrichJob(server, 7), { changed: [] }, 'POST /jobs/7/enrich'],
  ['an estimate', (server) => loadPrescore(server, 7, signal), {}, 'GET /jobs/7/prescore'],
  [
    'an analysis',
    (server) => analyzeJob(server, 7, { engine: 'llm', forceRefresh: true }),
    { analysis: {} },
    'POST /jobs/7/analyze {"engine":"llm","forceRefresh":true}',
  ],
  [
    'postings',
    (server) => ingest(server, { url: 'https://a.example' }),
    {},
    'POST /jobs/ingest {"url":"https://a.example"}',
  ],
  ['the funnel', (server) => loadFunnel(server, '7d', signal), {}, 'GET /jobs/analytics/funnel?period=7d'],
  ['skills', (server) => loadSkillDemand(server, 'all', signal), {}, 'GET /jobs/analytics/skills?period=all'],
  ['the timeline', (server) => loadTimeline(server, '90d', signal), {}, 'GET /jobs/analytics/timeline?period=90d'],
  ['sources', (server) => loadSources(server, '30d', signal), {}, 'GET /jobs/analytics/sources?period=30d'],
  ['runs', (server) => loadSyncRuns(server, signal), { runs: [] }, 'GET /jobs/sync/runs?limit=5'],
  [
    'a file',
    (server) => exportJobs(server, 'csv', new URLSearchParams({ starred: 'true' })),
    {},
    'GET /jobs/export?starred=true&format=csv',
  ],
])('the client requests %s', async (_name, ask, answer, question) => {
  const { server, asked } = answering(answer);
  using _server = server;
  await ask(server);
  expect(asked()).toEqual([question]);
});

test('a sync is watched event by event', async () => {
  const body = ': open\n\ndata: {"status":"searching","source":"lever:a"}\n\ndata: {"status":"error","errors":[]}\n\n';
  const { server, asked } = answering(new Response(body));
  using _server = server;
  const statuses: string[] = [];
  for await (const { status } of watchSync(server, ['lever:a', 'ashby:b'], signal)) statuses.push(status);
  expect(statuses).toEqual(['searching', 'error']);
  expect(asked()).toEqual(['GET /jobs/sync?sources=lever%3Aa%2Cashby%3Ab']);
});

test('a sync without sources uses those of the last time', async () => {
  const { server, asked } = answering(new Response(''));
  using _server = server;
  for await (const event of watchSync(server, [], signal)) expect(event).toBeUndefined();
  expect(asked()).toEqual(['GET /jobs/sync']);
});
