import type { PiTool } from '@posthouse/agents';
import { describe, expect, test, vi } from 'vitest';
import { ChatApp, type Person } from '../chat/__fixtures__/chat-app.ts';
import { updateJob } from '../jobs/update-job.ts';
import { ALL_TOOLS } from './all-tools.ts';
import { createJob } from '../jobs/create-job.ts';
import { toPiTools } from './to-pi-tools.ts';
import type { Loose } from '../chat/__fixtures__/loose.ts';

const everything = { allow: ['*'], deny: [] };

async function use(
  { services }: Person,
  name: string,
  input: object,
  {
    signal,
    onUpdate,
    language = 'en',
  }: { signal?: AbortSignal; onUpdate?: (text: string) => void; language?: 'en' | 'zh' } = {},
): Promise<{ text: string; details: Loose }> {
  const tool = toPiTools({ services, language: () => language, rules: () => everything }).find(
    (each) => each.name === name,
  ) as PiTool;
  const told = onUpdate && (({ content }: Loose) => onUpdate(content[0].text));
  const { content, details } = await tool.execute('call', input as never, signal, told);
  return { text: content.map((part) => ('text' in part ? part.text : '')).join(''), details };
}

test('there are eleven tools, and each describes its input', async () => {
  expect(ALL_TOOLS.map(({ name }) => name).toSorted()).toEqual([
    'jobs_analyze',
    'jobs_analyze_single',
    'jobs_enrich',
    'jobs_get_tailored_versions',
    'jobs_list',
    'jobs_prescore',
    'jobs_search',
    'jobs_tailor',
    'resume_get',
    'resume_get_default',
    'resume_list',
  ]);
  await using app = await ChatApp.start();
  const tools = toPiTools({ services: app.ann.services, language: () => 'en', rules: () => everything });
  for (const { parameters, description } of tools) {
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false, properties: expect.any(Object) });
    expect(description.length).toBeGreaterThan(20);
  }
});

test('only allowed tools are offered', async () => {
  await using app = await ChatApp.start();
  const rules = () => ({ allow: ['jobs_*', 'resume_*'], deny: ['*_tailor', 'resume_get'] });
  const names = toPiTools({ services: app.ann.services, language: () => 'en', rules }).map(({ name }) => name);
  expect(names).toContain('resume_get_default');
  expect(names).not.toContain('jobs_tailor');
  expect(names).not.toContain('resume_get');
});

describe('the tools', () => {
  test('the tools search and list', async () => {
    await using app = await ChatApp.start();
    const [first, second] = app.furnish();
    const { ann } = app;
    expect(await use(ann, 'jobs_search', { keywords: 'software' })).toMatchObject({
      text: expect.stringContaining(`#${first} Software Engineer at Acme (San Francisco, remote, inbox`),
      details: { count: 1, total: 1, jobs: [{ id: first, company: 'Acme' }] },
    });
    expect((await use(ann, 'jobs_search', { query: 'engineer', location: 'San' })).details.count).toBe(1);
    expect((await use(ann, 'jobs_search', { remote: false })).text).toBe('No jobs found.');
    expect((await use(ann, 'jobs_search', { limit: 1 })).text).toContain('… and 1 more.');
    updateJob(ann.services, second!, { status: 'applied', starred: true });
    const listed = await use(ann, 'jobs_list', { status: 'applied', starred: true });
    expect(listed.details).toMatchObject({ total: 1, byStatus: { inbox: 1, applied: 1 }, jobs: [{ id: second }] });
    expect((await use(ann, 'jobs_list', { status: 'all', sort: 'company', since: '2020-01-01' })).details.total).toBe(
      2,
    );
    expect((await use(ann, 'jobs_list', { since: '2999-01-01' })).details.total).toBe(0);
  });

  test('analyze one or several jobs, with progress, the best first', async () => {
    await using app = await ChatApp.start();
    const [first, second] = app.furnish();
    const onUpdate = vi.fn<(text: string) => void>();
    const ranking = await use(app.ann, 'jobs_analyze', { jobIds: [first, second, 999] }, { onUpdate });
    expect(ranking.details).toMatchObject({ count: 2, failed: [{ jobId: 999, code: 'not_found' }] });
    const scores = ranking.details.results.map(({ overallScore }: Loose) => overallScore);
    expect(scores).toEqual(scores.toSorted((left: number, right: number) => right - left));
    expect(onUpdate.mock.calls.flat()).toEqual([
      'Analyzed 1 of 3 jobs.',
      'Analyzed 2 of 3 jobs.',
      'Analyzed 3 of 3 jobs.',
    ]);
    // Without numbers, those that look best at first sight are taken, not those that came last.
    createJob(app.ann.services, { title: 'Welder', company: 'Acme', description: '## Requirements\n- Rust\n- Java' });
    const best = await use(app.ann, 'jobs_analyze', { status: 'inbox', limit: 2 });
    expect(best.details.results.map(({ jobId }: Loose) => jobId).toSorted()).toEqual([first, second]);
    const one = await use(app.ann, 'jobs_analyze_single', { jobId: first });
    expect(one.details.analysis).toMatchObject({ jobId: first, engine: 'offline', cached: true });
    expect(one.text).toContain('Gaps: Kubernetes');
    expect((await use(app.ann, 'jobs_prescore', { jobId: first })).details).toMatchObject({
      score: expect.any(Number),
      missing: ['Kubernetes'],
    });
  });

  test('tailor, and report what was tailored', async () => {
    await using app = await ChatApp.start();
    const [jobId] = app.furnish();
    expect((await use(app.ann, 'jobs_get_tailored_versions', { jobId })).text).toContain('Nothing was written');
    const made = await use(app.ann, 'jobs_tailor', { jobId });
    expect(made.details).toMatchObject({
      tailored: { version: 1, isNew: true, engine: 'offline' },
      pdf: expect.stringContaining('/pdf?'),
    });
    expect((await use(app.ann, 'jobs_tailor', { jobId })).details.tailored).toMatchObject({ version: 1, isNew: false });
    expect((await use(app.ann, 'jobs_tailor', { jobId, forceNew: true })).details.tailored.version).toBe(2);
    expect((await use(app.ann, 'jobs_get_tailored_versions', { jobId })).details).toMatchObject({
      total: 2,
      versions: [{ version: 2, isLatest: true }, {}],
    });
  });

  test('the tools read resumes', async () => {
    await using app = await ChatApp.start();
    expect((await use(app.ann, 'resume_list', {})).text).toBe('There are no resumes yet.');
    app.furnish();
    expect((await use(app.ann, 'resume_list', {})).details).toMatchObject({
      total: 1,
      resumes: [{ name: 'Main', isDefault: true }],
    });
    expect((await use(app.ann, 'resume_get_default', {})).text).toContain('Jane Doe');
    expect((await use(app.ann, 'resume_get', { id: 1 })).details.resume).toMatchObject({ id: 1, name: 'Main' });
  });

  test('the tools read postings, from a given page or from an address', async () => {
    const posting = {
      '@type': 'JobPosting',
      title: 'Go Developer',
      hiringOrganization: 'Globex',
      description: '<p>Go and SQL, please.</p>',
    };
    const html = `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...posting })}</script>`;
    await using app = await ChatApp.start({ fetchPage: async (url) => ({ text: html, url }) });
    const [jobId] = app.furnish();
    const url = 'https://example.com/jobs/1';
    expect((await use(app.ann, 'jobs_enrich', { url })).details).toMatchObject({
      method: 'new',
      job: { title: 'Go Developer', company: 'Globex' },
    });
    expect((await use(app.ann, 'jobs_enrich', { url, html })).details).toMatchObject({ method: 'known', created: [] });
    expect((await use(app.ann, 'jobs_enrich', { jobId, html })).details).toMatchObject({ job: { id: jobId } });
  });
});

describe('failures of tools', () => {
  test.each([
    ['jobs_analyze_single', { jobId: 999 }, 'not_found: Job 999 not found'],
    ['jobs_prescore', { jobId: 1, resumeId: 99 }, 'not_found: Resume 99 not found'],
    ['jobs_tailor', { jobId: 999 }, 'not_found: Job 999 not found'],
    ['jobs_enrich', {}, 'validation_error: '],
    ['jobs_enrich', { url: 'file:///etc/passwd' }, 'validation_error: '],
    ['jobs_search', { keywords: 7 }, 'validation_error: '],
    ['jobs_search', { limit: 1_000 }, 'validation_error: '],
    ['jobs_search', { unknown: true }, 'validation_error: '],
    ['resume_get', { id: 99 }, 'not_found: Resume 99 not found'],
  ])('the failure of %s is thrown for %j: %s', async (name, input, message) => {
    await using app = await ChatApp.start();
    app.furnish();
    await expect(use(app.ann, name, input)).rejects.toThrow(message);
  });

  test('tools fail without a resume to compare with', async () => {
    await using app = await ChatApp.start();
    for (const [name, input] of [
      ['resume_get_default', {}],
      ['jobs_analyze', {}],
    ] as const) {
      await expect(use(app.ann, name, input)).rejects.toThrow('no_default_resume: ');
    }
    await expect(use(app.ann, 'resume_get_default', {}, { language: 'zh' })).rejects.toThrow(
      'no_default_resume: 还没有简历',
    );
  });

  test('an unexpected failure stays as it is', async () => {
    await using app = await ChatApp.start();
    const broken = { ...ALL_TOOLS[0]!, run: () => Promise.reject(new TypeError('A mistake of ours')) };
    const [tool] = toPiTools({
      services: app.ann.services,
      language: () => 'en',
      rules: () => everything,
      tools: [broken],
    });
    await expect(tool!.execute('call', {} as never)).rejects.toThrow(TypeError);
  });
});

test('a stop ends running tools, and nothing is started after it', async () => {
  let pages = 0;
  await using app = await ChatApp.start({
    fetchPage: async (_, { signal }) => {
      pages += 1;
      return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    },
  });
  const { ann } = app;
  app.furnish();
  const bare = ['a', 'b', 'c', 'd'].map((name) => `https://example.com/${name}`);
  const jobIds = bare.map((url) => createJob(ann.services, { title: 'Bare', company: url, url }).job.id);
  const stopping = new AbortController();
  const done = use(ann, 'jobs_analyze', { jobIds }, { signal: stopping.signal });
  await vi.waitFor(() => expect(pages).toBe(2), { timeout: 10_000 });
  stopping.abort();
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(pages).toBe(2);
  await expect(use(ann, 'jobs_list', {}, { signal: stopping.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('tools never see data of another owner', async () => {
  await using app = await ChatApp.start();
  const [jobId] = app.furnish(app.ann);
  const inputs: Record<string, object> = {
    jobs_analyze: { jobIds: [jobId] },
    jobs_analyze_single: { jobId },
    jobs_enrich: { jobId },
    jobs_get_tailored_versions: { jobId },
    jobs_prescore: { jobId },
    jobs_tailor: { jobId },
    resume_get: { id: 1 },
  };
  for (const { name } of ALL_TOOLS) {
    const answer = await use(app.bob, name, inputs[name] ?? {}).catch((error: unknown) => ({ text: String(error) }));
    expect(JSON.stringify(answer), name).not.toMatch(/Acme|Jane|Software/);
  }
});
