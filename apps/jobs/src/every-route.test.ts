import { describe, expect, test } from 'vitest';
import { everyRequest, giveOneOfEverything, type Request } from './__fixtures__/every-request.ts';
import { TestApp } from './__fixtures__/test-app.ts';
import { listRoutes } from './create-app.ts';
import { JobsError } from './errors/jobs-error.ts';
import { PROBLEMS } from './errors/problems.ts';
import type { Route } from './http/route.ts';

async function setUp() {
  const app = new TestApp();
  const things = await giveOneOfEverything(app);
  const requests = everyRequest(things, app.pairing.text);
  const routes = listRoutes(app.parts);
  const send = (request: Request, more: Partial<Request> = {}) => {
    const { method, path, ...call } = { ...request, ...more };
    return app.call(method, path, call);
  };
  return { app, things, requests, routes, send };
}

const owned = (routes: readonly Route[]): Route[] => routes.filter(({ access }) => access === 'owner');

describe('every route', () => {
  test('every route has a request in these tests', async () => {
    const { app, requests, routes } = await setUp();
    await using _ = app;
    expect(Object.keys(requests).toSorted()).toEqual(routes.map(({ operation }) => operation).toSorted());
  });

  test('every route answers as documented', async () => {
    const { app, requests, routes, send } = await setUp();
    await using _ = app;
    // In this order, because what is deleted is gone for those that come after.
    for (const [operation, request] of Object.entries(requests)) {
      const { answers } = routes.find((route) => route.operation === operation)!;
      const { status, body, headers, response } = await send(request);
      expect([operation, status, body]).toEqual([
        operation,
        expect.toSatisfy((code: number) => code in answers && code < 300),
        body,
      ]);
      // There is nothing to be said about nothing.
      if (status === 204) continue;
      const { schema, type = 'application/json' } = answers[status]!;
      expect([operation, headers.get('content-type')]).toEqual([
        operation,
        expect.stringMatching(body === undefined ? type : 'application/json'),
      ]);
      // What the schema does not know it would leave out.
      expect([operation, body === undefined ? undefined : schema?.parse(body)]).toEqual([operation, body]);
      if (operation === 'startSync' || operation === 'watchSync') await untilSynced(app);
      else await response.body?.cancel();
    }
    expect(app.unexpected).toEqual([]);
  });

  test('refuses requests without a token, or with a wrong one', async () => {
    const { app, requests, routes, send } = await setUp();
    await using _ = app;
    for (const { operation } of owned(routes)) {
      for (const more of [
        { token: null },
        { token: 'f'.repeat(64) },
        { token: null, headers: { authorization: app.ann.token } },
      ]) {
        const { status, body } = await send(requests[operation]!, more);
        expect([operation, status, body]).toEqual([operation, 401, { error: 'Unauthorized', code: 'unauthorized' }]);
      }
    }
    expect((await app.call('GET', '/jobs/nothing', { token: null })).status).toBe(401);
  });

  test('refuses unknown query parameters', async () => {
    const { app, requests, routes, send } = await setUp();
    await using _ = app;
    for (const { operation } of routes) {
      const request = requests[operation]!;
      const path = `${request.path}${request.path.includes('?') ? '&' : '?'}nonsense=1`;
      const { status, body } = await send(request, { path });
      expect([operation, status, body.code]).toEqual([operation, 400, 'validation_error']);
    }
  });

  test('refuses bodies that are not JSON, not declared as JSON, or invalid', async () => {
    const { app, requests, routes, send } = await setUp();
    await using _ = app;
    for (const { operation, body: schema } of routes.filter(({ body }) => body !== undefined)) {
      const request = requests[operation]!;
      const broken = await send(request, { body: '{"name":' });
      expect([operation, broken.status, broken.body.code]).toEqual([operation, 400, 'invalid_json']);
      const unmarked = await send(request, { body: '{}', headers: { 'content-type': 'text/plain' } });
      expect([operation, unmarked.status, unmarked.body.code]).toEqual([operation, 415, 'unsupported_media_type']);
      const odd = await send(request, { body: { nonsense: true } });
      expect([operation, odd.status, odd.body.code]).toEqual([operation, 400, 'validation_error']);
      expect(odd.body.details.length).toBeGreaterThan(0);
      expect(schema!.safeParse([]).success).toBe(false);
    }
  });

  test('answers 404 for what does not exist', async () => {
    const { app, requests, routes, send } = await setUp();
    await using _ = app;
    for (const { operation, path, params } of owned(routes)) {
      if (params === undefined) continue;
      const request = requests[operation]!;
      const absent = request.path.replace(/\d+|conv_ann/, (id) => (id === 'conv_ann' ? 'conv_none' : '999999'));
      expect(path).toMatch(/\{\[0-9\]\+\}|\/chat\//);
      const { status, body } = await send(request, { path: absent });
      const expected = isAboutNow(operation) ? [204, undefined] : [404, 'not_found'];
      expect([operation, status, body?.code]).toEqual([operation, ...expected]);
    }
  });

  test('shows and changes nothing of another owner', async () => {
    const { app, requests, routes, send } = await setUp();
    await using _ = app;
    const dump = (): unknown => dumpOf(app, app.ann.services.ownerId);
    const before = dump();
    // Last of all he begins a conversation that happens to have the same name.
    const [chats, others] = [owned(routes).filter(isChat), owned(routes).filter((route) => !isChat(route))];
    for (const { operation, params } of [...others, ...chats]) {
      // What is somebody else's is not there. Nor is an answer that is being written.
      const expected = isAboutNow(operation) ? 204 : 404;
      const { status, response } = await send(requests[operation]!, { token: app.bob.token });
      const text = await response.text();
      expect([operation, text]).toEqual([operation, expect.not.stringMatching(/private|\bAnn\b|made elsewhere/i)]);
      expect([operation, params === undefined ? expected : status]).toEqual([operation, expected]);
      if (operation === 'startSync') await untilSynced(app);
    }
    // And not by way of bodies or queries either.
    const mine = (
      await app.call('POST', '/jobs', {
        token: app.bob.token,
        body: { title: 'Bob', company: 'Bob', description: 'Docker' },
      })
    ).body.job.id;
    const resumeId = requests['getResume']!.path.split('/').at(-1);
    for (const [method, path, body] of [
      ['POST', `/jobs/${mine}/analyze`, { resumeId: Number(resumeId) }],
      ['POST', `/jobs/tailor/${mine}`, { resumeId: Number(resumeId) }],
      ['GET', `/jobs/${mine}?resumeId=${resumeId}`, undefined],
      ['GET', `/jobs/${mine}/prescore?resumeId=${resumeId}`, undefined],
      ['GET', `/jobs/${mine}/analysis?resumeId=${resumeId}`, undefined],
      ['GET', `/jobs/tailor/${mine}/versions?resumeId=${resumeId}`, undefined],
      ['GET', `/jobs/tailor/${mine}/pdf?resumeId=${resumeId}`, undefined],
      ['GET', `/jobs/analytics/skills?resumeId=${resumeId}`, undefined],
    ] as const) {
      const answer = await app.call(method, path, { token: app.bob.token, ...(body === undefined ? {} : { body }) });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
    }
    expect(dump()).toEqual(before);
  });
});

describe('every route that can conflict with existing data', () => {
  test('every route that can conflict with existing data reports the conflict', async () => {
    const gate = Promise.withResolvers<never>();
    gate.promise.catch(() => undefined);
    await using app = new TestApp({ fetchPage: () => gate.promise });
    const { jobId, resumeId } = await giveOneOfEverything(app);
    const add = async (body: object): Promise<number> => (await app.call('POST', '/jobs', { body })).body.job.id;
    const scan = { name: 'Scan', format: 'pdf', content: Buffer.from('%PDF-1.4').toString('base64') };
    const picture = (await app.call('POST', '/jobs/resumes', { body: scan })).body.resume.id;
    const bare = await add({ title: 'Cook', company: 'Inn' });
    const other = await add({ title: 'Baker', company: 'Mill', url: 'https://example.com/2' });
    const known = { url: 'https://example.com/1', updatedAt: undefined };
    const stale = { notes: 'mine', updatedAt: '2020-01-01T00:00:00.000Z' };
    const begun = { body: { sources: ['greenhouse:acme'] } };
    await app.call('POST', '/jobs/sync', begun);
    const asking = {
      messages: [{ role: 'user', content: 'Read https://example.com/job and save it' }],
      options: { conversationId: 'conv_busy' },
    };
    const answer = await app.call('POST', '/jobs/chat', { body: asking });
    const collisions: Record<string, [Request, string][]> = {
      createJob: [[{ method: 'POST', path: '/jobs', body: { ...known, title: 'A', company: 'B' } }, 'duplicate_job']],
      changeJob: [
        [{ method: 'PATCH', path: `/jobs/${other}`, body: known }, 'duplicate_job'],
        [{ method: 'PATCH', path: `/jobs/${jobId}`, body: stale }, 'conflict'],
      ],
      putJob: [
        [{ method: 'PUT', path: `/jobs/${other}`, body: known }, 'duplicate_job'],
        [{ method: 'PUT', path: `/jobs/${jobId}`, body: stale }, 'conflict'],
      ],
      startSync: [[{ method: 'POST', path: '/jobs/sync', ...begun }, 'sync_in_progress']],
      deleteResume: [[{ method: 'DELETE', path: `/jobs/resumes/${resumeId}?restrict=true` }, 'in_use']],
      tailorResume: [
        [{ method: 'POST', path: `/jobs/tailor/${bare}` }, 'not_enriched'],
        [{ method: 'POST', path: `/jobs/tailor/${jobId}`, body: { resumeId: picture } }, 'resume_empty'],
      ],
      analyzeJob: [
        [{ method: 'POST', path: `/jobs/${bare}/analyze` }, 'not_enriched'],
        [{ method: 'POST', path: `/jobs/${jobId}/analyze`, body: { resumeId: picture } }, 'resume_empty'],
      ],
      enrichJob: [[{ method: 'POST', path: `/jobs/${bare}/enrich` }, 'no_url']],
      chatJobs: [[{ method: 'POST', path: '/jobs/chat', body: asking }, 'conversation_busy']],
    };
    const expected = listRoutes(app.parts)
      .filter(({ problems = [] }) => problems.some((name) => PROBLEMS[name].status === 409))
      .map(({ operation }) => operation);
    expect(Object.keys(collisions).toSorted()).toEqual(expected.toSorted());
    for (const [operation, requests] of Object.entries(collisions)) {
      for (const [{ method, path, ...call }, code] of requests) {
        const { status, body } = await app.call(method, path, call);
        expect([operation, status, body?.code]).toEqual([operation, 409, code]);
      }
    }
    gate.reject(new JobsError('notJSON'));
    await answer.response.text();
  });
});

describe('the order of routes', () => {
  test('puts words before ids', async () => {
    await using app = new TestApp();
    for (const path of [
      '/jobs/stats',
      '/jobs/export',
      '/jobs/status',
      '/jobs/agent/status',
      '/jobs/sync/runs',
      '/jobs/resumes',
      '/jobs/chat/conversations',
      '/jobs/analytics/funnel',
      '/jobs/analytics/skills',
    ]) {
      expect([path, (await app.call('GET', path)).status]).toEqual([path, 200]);
    }
    const paths = listRoutes(app.parts).map(({ path }) => path);
    const firstId = paths.findIndex((path) => path.startsWith('/jobs/:id'));
    expect(paths.slice(firstId).every((path) => path.startsWith('/jobs/:id'))).toBe(true);
  });

  test('accepts only numbers as ids', async () => {
    await using app = new TestApp();
    for (const path of [
      '/jobs/abc',
      '/jobs/1x',
      '/jobs/-1',
      '/jobs/1.5',
      '/jobs/resumes/abc',
      '/jobs/tailor/x/versions',
      '/jobs/unknown/1',
    ]) {
      expect([path, (await app.call('GET', path)).body.code]).toEqual([path, 'not_found']);
    }
    expect((await app.call('GET', `/jobs/${'9'.repeat(40)}`)).status).toBe(400);
  });
});

function isChat({ operation }: Route): boolean {
  return operation === 'chatJobs';
}

/** Whether a route tells what is being written right now, and of nothing says nothing. */
function isAboutNow(operation: string): boolean {
  return operation === 'resumeChatJobs';
}

async function untilSynced(app: TestApp): Promise<void> {
  await app.parts.syncs[Symbol.asyncDispose]();
}

/** Everything that belongs to an owner. */
function dumpOf(app: TestApp, ownerId: number): unknown {
  const { sqlite } = app.parts.services.database;
  const names = [
    'jobs',
    'job_status_history',
    'resumes',
    'tailored_resumes',
    'tailored_pdfs',
    'job_analyses',
    'sync_runs',
    'settings',
    'conversations',
    'chat_messages',
  ];
  return names.map((name) => [name, sqlite.prepare(`SELECT * FROM ${name} WHERE owner_id = ?`).all(ownerId)]);
}
