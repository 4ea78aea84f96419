import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdfForm, POSTING, RESUME } from '../__fixtures__/every-request.ts';
import { scriptedEngines } from '../__fixtures__/scripted-engines.ts';
import { TestApp, type TestOptions } from '../__fixtures__/test-app.ts';
import { openDatabase } from '../database/open-database.ts';
import { tailorJob } from '../tailoring/tailor-job.ts';

async function setUp(options: TestOptions = {}): Promise<TestApp> {
  const app = new TestApp(options);
  await app.call('POST', '/jobs/resumes', { body: { name: 'Master', content: RESUME } });
  await app.call('POST', '/jobs', { body: { title: 'Engineer', company: 'Acme', description: POSTING } });
  return app;
}
const tailor = (app: TestApp, body: object = {}) => app.call('POST', '/jobs/tailor/1', { body });
const HONEST = RESUME.replace('- Cooked lunch for 12 people\n', '');
const INVENTED = RESUME.replace('Docker, TypeScript', 'Docker, Kubernetes, TypeScript');

describe('tailoring a resume', () => {
  test('returns a version, and the same one for the same request', async () => {
    await using app = await setUp();
    const { status, body } = await tailor(app);
    expect(status).toBe(201);
    expect(body.tailored).toMatchObject({
      jobId: 1,
      resumeId: 1,
      version: 1,
      isLatest: true,
      isNew: true,
      engine: 'offline',
      model: null,
      content: expect.stringContaining('Ann Lee'),
      diff: {
        added: expect.any(Number),
        removed: expect.any(Number),
        moved: expect.any(Number),
      },
      keywordCoverage: {
        before: expect.any(Number),
        after: expect.any(Number),
      },
    });
    const again = await tailor(app);
    expect([again.status, again.body.tailored]).toEqual([200, { ...body.tailored, isNew: false }]);
    expect((await tailor(app, { forceNew: true })).body.tailored).toMatchObject({ version: 2, isLatest: true });
    expect((await tailor(app, { instructions: 'Mention Docker first' })).body.tailored.version).toBe(3);
  });

  test('returns the text of a model that invents nothing', async () => {
    const llm = scriptedEngines({ texts: [HONEST] });
    await using app = await setUp({ llm });
    const { body } = await tailor(app, { instructions: 'Short, please' });
    expect(body.tailored).toMatchObject({ content: HONEST, engine: 'llm', model: 'scripted-1', warnings: [] });
    expect(llm.asked[0]).toMatchObject({ instructions: 'Short, please', posting: { title: 'Engineer' } });
  });

  test('gives a model that invents things one more chance, and tells it what was wrong', async () => {
    const llm = scriptedEngines({ texts: [INVENTED, HONEST] });
    await using app = await setUp({ llm });
    expect((await tailor(app, { engine: 'llm' })).body.tailored.content).toBe(HONEST);
    expect(llm.asked[1]?.refused?.join()).toContain('Kubernetes');
  });

  test('stores nothing of a model that keeps inventing', async () => {
    const llm = scriptedEngines({ texts: [INVENTED, INVENTED, INVENTED, INVENTED] });
    await using app = await setUp({ llm });
    const { status, body } = await tailor(app, { engine: 'llm' });
    expect([status, body.code, body.error]).toEqual([
      422,
      'fabrication_detected',
      expect.stringContaining('Kubernetes'),
    ]);
    expect((await app.call('GET', '/jobs/tailor/1/versions')).body).toEqual({ jobId: 1, versions: [], total: 0 });
    const fallback = (await tailor(app)).body.tailored;
    expect([fallback.engine, fallback.warnings[0]]).toEqual(['offline', expect.stringContaining('Kubernetes')]);
    expect(fallback.content).not.toContain('Kubernetes');
  });

  test('stores nothing of a model that fails', async () => {
    const llm = scriptedEngines({ texts: [new Error('overloaded')] });
    await using app = await setUp({ llm });
    const { status, body } = await tailor(app, { engine: 'llm' });
    expect([status, body.code]).toEqual([502, 'llm_error']);
    expect((await app.call('GET', '/jobs/tailor/1/versions')).body.total).toBe(0);
    expect((await app.call('GET', '/jobs/resumes/1')).body.resume.useCount).toBe(0);
  });

  test('creates as many versions as concurrent requests, one of them the latest', async () => {
    await using app = await setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tailor(app, { forceNew: true })));
    const versions = answers.map(({ body }) => body.tailored.version).toSorted((left, right) => left - right);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const { body } = await app.call('GET', '/jobs/tailor/1/versions');
    expect(body.versions.filter(({ isLatest }: { isLatest: boolean }) => isLatest)).toEqual([
      expect.objectContaining({ version: 20 }),
    ]);
  });

  test('creates every version once in two processes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthouse-versions-'));
    const file = join(folder, 'eve.db');
    await using app = await setUp({ file });
    using second = openDatabase(file);
    const owners = [app.ann.services, { ...app.ann.services, database: second }];
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, index) => tailorJob(owners[index % 2]!, 1, { forceNew: true })),
    );
    const versions = made.map(({ row }) => row.version).toSorted((left, right) => left - right);
    expect(versions).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    const latest = second.sqlite.prepare('SELECT version FROM tailored_resumes WHERE is_latest = 1').pluck().all();
    expect(latest).toEqual([16]);
    rmSync(folder, { recursive: true });
  });

  test('requires a job with a description and a resume', async () => {
    await using app = new TestApp();
    await app.call('POST', '/jobs', { body: { title: 'Engineer', company: 'Acme' } });
    expect((await tailor(app)).body.code).toBe('no_default_resume');
    await app.call('POST', '/jobs/resumes', { body: { name: 'Master', content: RESUME } });
    expect([(await tailor(app)).status, (await tailor(app)).body.code]).toEqual([409, 'not_enriched']);
    expect((await tailor(app, { resumeId: 9 })).body.code).toBe('not_found');
  });
});

describe('tailored versions', () => {
  test('versions are listed newest first and returned one by one', async () => {
    await using app = await setUp();
    for (let number = 0; number < 3; number += 1) await tailor(app, { forceNew: true });
    const { body } = await app.call('GET', '/jobs/tailor/1/versions');
    expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    expect(body.versions[0]).toMatchObject({ preview: expect.stringContaining('Ann Lee') });
    expect(body.versions[0]).not.toHaveProperty('content');
    expect((await app.call('GET', '/jobs/tailor/1/versions/2')).body.tailored).toMatchObject({
      version: 2,
      isLatest: false,
    });
    expect((await app.call('GET', '/jobs/tailor/1/versions/latest')).body.tailored.version).toBe(3);
    expect((await app.call('GET', '/jobs/tailor/1/versions/9')).body.code).toBe('not_found');
    expect((await app.call('GET', '/jobs/1')).body.tailored).toEqual({ count: 3, latestVersion: 3 });
  });

  test('versions are numbered for each resume, with the default resume unless another is named', async () => {
    await using app = await setUp();
    await app.call('POST', '/jobs/resumes', {
      body: { name: 'Other', content: RESUME.replace('Ann Lee', 'Ann B. Lee') },
    });
    await tailor(app, { resumeId: 2 });
    expect((await app.call('GET', '/jobs/tailor/1/versions/latest')).body.tailored.resumeId).toBe(2);
    await tailor(app);
    expect((await app.call('GET', '/jobs/tailor/1/versions/1')).body.tailored.resumeId).toBe(1);
    expect((await app.call('GET', '/jobs/tailor/1/versions/1?resumeId=2')).body.tailored.content).toContain(
      'Ann B. Lee',
    );
    expect((await app.call('GET', '/jobs/tailor/1/versions?resumeId=2')).body.total).toBe(1);
    expect((await app.call('GET', '/jobs/tailor/1/versions')).body.total).toBe(2);
  });

  test('versions are edited in place, or as a version of their own', async () => {
    await using app = await setUp();
    await tailor(app);
    app.time += 1_000;
    const content = '# Ann Lee\n\nMy own words';
    const edited = await app.call('PUT', '/jobs/tailor/1/versions/1', { body: { content } });
    expect(edited.body.tailored).toMatchObject({
      version: 1,
      content,
      updatedAt: '2026-03-01T12:00:01.000Z',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    const fresh = await app.call('PUT', '/jobs/tailor/1/versions/latest?asNew=true', {
      body: { content: `${content}!` },
    });
    expect([fresh.status, fresh.body.tailored.version, fresh.body.tailored.isLatest]).toEqual([201, 2, true]);
    expect((await app.call('GET', '/jobs/tailor/1/versions/1')).body.tailored.isLatest).toBe(false);
    expect((await tailor(app)).body.tailored.content).toBe(`${content}!`);
    expect((await app.call('PUT', '/jobs/tailor/1/versions/1', { body: { content: '' } })).status).toBe(400);
  });

  test('the versions of a job without any are an empty list, and those of an unknown job a 404', async () => {
    await using app = await setUp();
    expect((await app.call('GET', '/jobs/tailor/1/versions')).body.total).toBe(0);
    expect((await app.call('GET', '/jobs/tailor/1/versions/latest')).body.code).toBe('no_tailored_version');
    expect((await app.call('GET', '/jobs/tailor/9/versions')).body.code).toBe('not_found');
  });
});

describe('the PDF of a version', () => {
  test('a PDF has a readable name and is not sent twice', async () => {
    await using app = await setUp();
    await tailor(app);
    const { status, headers, response } = await app.call('GET', '/jobs/tailor/1/pdf?template=classic&pageSize=Letter');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="Ann Lee - Acme - Engineer.pdf"');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const etag = headers.get('etag')!;
    const known = await app.call('GET', '/jobs/tailor/1/pdf?template=classic&pageSize=Letter', {
      headers: { 'if-none-match': etag },
    });
    expect([known.status, await known.response.text()]).toEqual([304, '']);
    expect((await app.call('GET', '/jobs/tailor/1/pdf?template=minimal')).headers.get('etag')).not.toBe(etag);
  });

  test('a PDF is rendered once, and again when the text has changed or the file is gone', async () => {
    await using app = await setUp();
    await tailor(app);
    const get = async () => {
      const { response, headers } = await app.call('GET', '/jobs/tailor/1/pdf');
      return { etag: headers.get('etag'), bytes: Buffer.from(await response.arrayBuffer()).toString('latin1') };
    };
    const first = await get();
    expect(await get()).toEqual(first);
    rmSync(join(app.dataDir, 'pdfs'), { recursive: true });
    expect((await get()).etag).toBe(first.etag);
    await app.call('PUT', '/jobs/tailor/1/versions/1', { body: { content: '# Ann Lee\n\nOther' } });
    expect((await get()).etag).not.toBe(first.etag);
    expect(readdirSync(join(app.dataDir, 'pdfs'))).toEqual(['1-1-modern-A4.pdf']);
    await app.call('DELETE', '/jobs/1');
    expect(readdirSync(join(app.dataDir, 'pdfs'))).toEqual([]);
  });

  test('reports what it cannot show in the language of the reader, each time', async () => {
    await using app = await setUp();
    await tailor(app);
    await app.call('PUT', '/jobs/tailor/1/versions/1', { body: { content: '# Ann Lee\n\nمرحبا' } });
    const warnings = async (language: string): Promise<string[]> => {
      const { headers } = await app.call('GET', '/jobs/tailor/1/pdf', { headers: { 'accept-language': language } });
      return JSON.parse(decodeURIComponent(headers.get('x-warnings')!));
    };
    const english = ['The PDF cannot show Arabic; boxes stand in their place.'];
    expect(await warnings('en')).toEqual(english);
    expect(await warnings('zh')).toEqual(['PDF 无法显示阿拉伯文，已用方框代替。']);
    expect(await warnings('en')).toEqual(english);
  });

  test('a PDF that a client has made is kept as it is', async () => {
    await using app = await setUp();
    await tailor(app);
    expect((await app.call('GET', '/jobs/tailor/1/pdf?template=uploaded')).status).toBe(404);
    const stored = await app.call('POST', '/jobs/tailor/1/pdf', { form: pdfForm() });
    expect([stored.status, stored.body]).toEqual([201, { stored: true, tailoredId: 1, version: 1 }]);
    expect(await (await app.call('GET', '/jobs/tailor/1/pdf?template=uploaded')).response.text()).toContain(
      'made elsewhere',
    );
    const form = new FormData();
    form.set('file', new File(['<html>'], 'x.pdf'));
    expect((await app.call('POST', '/jobs/tailor/1/pdf', { form })).status).toBe(415);
    expect((await app.call('POST', '/jobs/tailor/1/pdf', { body: {} })).status).toBe(415);
    const large = new FormData();
    large.set('file', new File(['%PDF-', 'x'.repeat(11 * 1024 * 1024)], 'large.pdf'));
    expect((await app.call('POST', '/jobs/tailor/1/pdf', { form: large })).body.code).toBe('payload_too_large');
  });

  test('the PDF of a missing version is a 404', async () => {
    await using app = await setUp();
    expect((await app.call('GET', '/jobs/tailor/1/pdf')).body.code).toBe('no_tailored_version');
    await tailor(app);
    expect((await app.call('GET', '/jobs/tailor/1/pdf?version=7')).body.code).toBe('not_found');
    expect((await app.call('GET', '/jobs/tailor/1/pdf?template=baroque')).status).toBe(400);
    expect((await app.call('GET', '/jobs/tailor/1/pdf?pageSize=A3')).status).toBe(400);
  });
});
