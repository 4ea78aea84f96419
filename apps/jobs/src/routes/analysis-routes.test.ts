import { describe, expect, test } from 'vitest';
import { POSTING, RESUME } from '../__fixtures__/every-request.ts';
import { OPINION, scriptedEngines } from '../__fixtures__/scripted-engines.ts';
import { TestApp, type TestOptions } from '../__fixtures__/test-app.ts';
import { openTheWeb } from '../__fixtures__/the-web.ts';

async function setUp(options: TestOptions = {}, job: object = { description: POSTING }): Promise<TestApp> {
  const app = new TestApp(options);
  await app.call('POST', '/jobs/resumes', { body: { name: 'Master', content: RESUME } });
  await app.call('POST', '/jobs', { body: { title: 'Engineer', company: 'Acme', ...job } });
  return app;
}

describe('analyzing a job', () => {
  test('an analysis without a model is marked as offline, and stored', async () => {
    await using app = await setUp();
    const { status, body } = await app.call('POST', '/jobs/1/analyze');
    expect(status).toBe(200);
    expect(body.analysis).toMatchObject({
      id: 1,
      jobId: 1,
      resumeId: 1,
      engine: 'offline',
      model: null,
      cached: false,
    });
    expect(body.analysis.overallScore).toBeGreaterThan(0);
    expect(body.analysis.gaps).toEqual([{ skill: 'Kubernetes', required: false }]);
    const again = (await app.call('POST', '/jobs/1/analyze', { body: {} })).body.analysis;
    expect(again).toEqual({ ...body.analysis, cached: true });
    expect((await app.call('GET', '/jobs/1/analysis')).body.analysis).toEqual(again);
    expect((await app.call('GET', '/jobs/1')).body).toMatchObject({
      analysis: again,
      job: { matchScore: again.overallScore, scoreSource: 'keyword' },
    });
    expect((await app.call('GET', '/jobs/stats')).body.analyzed).toBe(1);
  });

  test('an analysis runs again when the posting, the resume or the language has changed', async () => {
    await using app = await setUp();
    const ids = [(await app.call('POST', '/jobs/1/analyze')).body.analysis.id];
    await app.call('PATCH', '/jobs/1', { body: { description: `${POSTING}\n- Rust` } });
    ids.push((await app.call('POST', '/jobs/1/analyze')).body.analysis.id);
    await app.call('PATCH', '/jobs/resumes/1', { body: { content: `${RESUME}\n\nRust` } });
    ids.push((await app.call('POST', '/jobs/1/analyze')).body.analysis.id);
    const chinese = (await app.call('POST', '/jobs/1/analyze', { headers: { 'accept-language': 'zh' } })).body.analysis;
    expect(chinese.summary).toMatch(/\p{Script=Han}/u);
    expect(new Set([...ids, chinese.id]).size).toBe(4);
  });

  test('asks a model if there is one, once for the same question', async () => {
    const llm = scriptedEngines({ opinions: [OPINION, { ...OPINION, overallScore: 50 }] });
    await using app = await setUp({ llm });
    const { analysis } = (await app.call('POST', '/jobs/1/analyze')).body;
    expect(analysis).toMatchObject({ ...OPINION, engine: 'llm', model: 'scripted-1' });
    await app.call('POST', '/jobs/1/analyze');
    expect(llm.analyzed).toBe(1);
    const refreshed = (await app.call('POST', '/jobs/1/analyze', { body: { forceRefresh: true } })).body.analysis;
    expect([refreshed.id, refreshed.overallScore, refreshed.cached]).toEqual([analysis.id, 50, false]);
    expect((await app.call('GET', '/jobs/1')).body.job).toMatchObject({ matchScore: 50, scoreSource: 'llm' });
    expect((await app.call('POST', '/jobs/1/analyze', { body: { engine: 'offline' } })).body.analysis.engine).toBe(
      'offline',
    );
  });

  test('falls back to the rules when the model fails, unless the model was requested', async () => {
    const llm = scriptedEngines({ opinions: [new Error('no more credit'), new Error('no more credit')] });
    await using app = await setUp({ llm });
    expect((await app.call('POST', '/jobs/1/analyze', { body: { engine: 'auto' } })).body.analysis.engine).toBe(
      'offline',
    );
    const { status, body } = await app.call('POST', '/jobs/1/analyze', { body: { engine: 'llm' } });
    expect([status, body.code, body.error]).toEqual([502, 'llm_error', expect.stringContaining('no more credit')]);
  });

  test('fails when the requested model is unavailable', async () => {
    await using app = await setUp();
    const { status, body } = await app.call('POST', '/jobs/1/analyze', { body: { engine: 'llm' } });
    expect([status, body.code]).toEqual([503, 'llm_unavailable']);
  });

  test('analyzing a job requires a resume', async () => {
    await using app = new TestApp();
    await app.call('POST', '/jobs', { body: { title: 'Engineer', company: 'Acme', description: POSTING } });
    for (const [method, path] of [
      ['POST', 'analyze'],
      ['GET', 'analysis'],
      ['GET', 'prescore'],
    ] as const) {
      const { status, body } = await app.call(method, `/jobs/1/${path}`);
      expect([path, status, body.code]).toEqual([path, 400, 'no_default_resume']);
    }
  });

  test("requires a description, which is looked up at the job's address", async () => {
    const url = 'https://acme.example/1';
    const page = `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'Engineer', hiringOrganization: 'Acme', description: 'TypeScript' })}</script>`;
    await using web = await openTheWeb({ [url]: { body: page } });
    await using bare = await setUp({}, {});
    await using lost = await setUp({ fetchPage: web.fetchPage }, { url: 'https://acme.example/none' });
    await using found = await setUp({ fetchPage: web.fetchPage }, { url });
    for (const app of [bare, lost]) {
      const { status, body } = await app.call('POST', '/jobs/1/analyze');
      expect([status, body.code]).toEqual([409, 'not_enriched']);
    }
    expect((await found.call('POST', '/jobs/1/analyze')).status).toBe(200);
    expect((await found.call('GET', '/jobs/1')).body.job.hasDescription).toBe(true);
  });

  test('an analysis is a 404 before it was done', async () => {
    await using app = await setUp();
    expect((await app.call('GET', '/jobs/1/analysis')).status).toBe(404);
  });

  test('stores nothing when the job is deleted meanwhile', async () => {
    const deleting = scriptedEngines({});
    await using app = await setUp({
      llm: {
        ...deleting,
        analysis: {
          ...deleting.analysis,
          analyze: async () => {
            await app.call('DELETE', '/jobs/1');
            return OPINION;
          },
        },
      },
    });
    const { status } = await app.call('POST', '/jobs/1/analyze', { body: { engine: 'llm' } });
    expect(status).toBe(404);
    expect((await app.call('GET', '/jobs/stats')).body).toMatchObject({ total: 0, analyzed: 0 });
  });
});

describe('a quick score', () => {
  test('compares words, and stores nothing', async () => {
    await using app = await setUp();
    const { status, body } = await app.call('GET', '/jobs/1/prescore');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      matched: expect.arrayContaining(['TypeScript', 'PostgreSQL']),
      missing: ['Kubernetes'],
      requiredCoverage: 1,
    });
    expect((await app.call('GET', '/jobs/99/prescore')).status).toBe(404);
  });

  test('the score of a job without words is missing, instead of average', async () => {
    await using app = await setUp({}, {});
    expect((await app.call('GET', '/jobs/1/prescore')).body).toMatchObject({ score: null, confidence: 'none' });
  });
});

describe('the keywords of a job', () => {
  const cover = async (app: TestApp, content: unknown, path = '/jobs/1/coverage') =>
    await app.call('POST', path, { body: { content } });

  test('the keywords of a job are searched in a text, under all their names, and nothing is stored', async () => {
    await using app = await setUp();
    const { status, body } = await cover(app, 'I know Postgres, k8s and TypeScript.');
    expect([status, body]).toEqual([
      200,
      {
        share: 0.75,
        covered: [
          { name: 'TypeScript', required: true },
          { name: 'PostgreSQL', required: true },
          { name: 'Kubernetes', required: false },
        ],
        missing: [{ name: 'Node.js', required: true }],
      },
    ]);
    expect((await cover(app, '')).body).toMatchObject({ share: 0, covered: [] });
    expect((await app.call('GET', '/jobs/tailor/1/versions')).body.total).toBe(0);
  });

  test('a job without keywords has no share', async () => {
    await using app = await setUp({}, { description: 'Be nice.' });
    expect((await cover(app, 'TypeScript')).body).toEqual({ share: null, covered: [], missing: [] });
    expect((await cover(app, 'x'.repeat(500_001))).body.code).toBe('validation_error');
    expect((await cover(app, 'TypeScript', '/jobs/9/coverage')).body.code).toBe('not_found');
  });
});

describe('a disconnected client', () => {
  test.each([
    ['/jobs/1/analyze', '/jobs/1/analysis'],
    ['/jobs/tailor/1', '/jobs/tailor/1/versions/latest'],
  ])('stops the model at %s, and nothing is stored', async (path, kept) => {
    const asked = Promise.withResolvers<void>();
    const wait = async ({ signal }: { signal?: AbortSignal | undefined }): Promise<never> => {
      asked.resolve();
      return await new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
    };
    const engine = { name: 'llm', model: 'slow', version: '1' } as const;
    const llm = { analysis: { ...engine, analyze: wait }, tailoring: { ...engine, tailor: wait } };
    await using app = await setUp({ llm });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${app.ann.token}` };
    const answer = app.app.request(path, { method: 'POST', headers, signal: leaving.signal });
    await asked.promise;
    leaving.abort();
    await (await answer).text();
    expect((await app.call('GET', kept)).status).toBe(404);
    expect(app.unexpected).toEqual([]);
  });
});
