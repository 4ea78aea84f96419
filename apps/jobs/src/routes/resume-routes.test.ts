import { describe, expect, test } from 'vitest';
import { POSTING, RESUME } from '../__fixtures__/every-request.ts';
import { TestApp } from '../__fixtures__/test-app.ts';

const add = (app: TestApp, name: string, more: object = {}) =>
  app.call('POST', '/jobs/resumes', { body: { name, content: RESUME, ...more } });
const form = (
  content: string | Uint8Array<ArrayBuffer>,
  filename: string,
  fields: Record<string, string> = {},
): FormData => {
  const data = new FormData();
  data.set('file', new File([content], filename));
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  return data;
};

describe('adding a resume', () => {
  test('answers with the resume, which is the default if it is the first', async () => {
    await using app = new TestApp();
    const { status, headers, body } = await add(app, 'Master');
    expect([status, headers.get('location')]).toEqual([201, '/jobs/resumes/1']);
    expect(body.resume).toMatchObject({
      id: 1,
      name: 'Master',
      isDefault: true,
      useCount: 0,
      source: 'paste',
      originalFilename: null,
      parseStatus: 'success',
      parseErrors: [],
      createdAt: '2026-03-01T12:00:00.000Z',
      content: expect.stringContaining('# Ann Lee'),
      skills: expect.arrayContaining(['TypeScript', 'Docker']),
    });
    expect((await add(app, 'Other')).body.resume.isDefault).toBe(false);
    expect((await add(app, 'Third', { isDefault: true })).body.resume.isDefault).toBe(true);
    const { body: list } = await app.call('GET', '/jobs/resumes');
    expect(list.resumes.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([false, false, true]);
    expect([list.total, 'content' in list.resumes[0]]).toEqual([3, false]);
  });

  test('accepts a JSON Resume, as text and as an object, and says where it is wrong', async () => {
    await using app = new TestApp();
    const content = {
      basics: { name: 'Ann Lee', email: 'ann@example.com' },
      work: [{ name: 'Acme', position: 'Engineer', startDate: '2020-01' }],
    };
    for (const written of [content, JSON.stringify(content)]) {
      const { status, body } = await add(app, 'JSON', { format: 'json-resume', content: written });
      expect([status, body.resume.content]).toEqual([201, expect.stringMatching(/Ann Lee[^]*Acme/)]);
    }
    expect((await app.call('GET', '/jobs/resumes/1?format=json-resume')).body).toMatchObject({
      basics: { name: 'Ann Lee' },
    });
    const wrong = await add(app, 'JSON', {
      format: 'json-resume',
      content: { work: [{ startDate: 'long ago', name: 7 }] },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_error']);
    expect(wrong.body.details.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['work.0.name']),
    );
    expect((await add(app, 'JSON', { format: 'json-resume', content: '{' })).status).toBe(400);
  });

  test('keeps an unreadable PDF, so that its text can be pasted', async () => {
    await using app = new TestApp();
    const { status, body } = await add(app, 'CV', {
      format: 'pdf',
      content: Buffer.from('%PDF-broken').toString('base64'),
      filename: 'cv.pdf',
    });
    expect(status).toBe(201);
    expect(body.resume).toMatchObject({
      source: 'pdf_upload',
      originalFilename: 'cv.pdf',
      parseStatus: 'failed',
      parseErrors: [expect.any(String)],
    });
    const fixed = (await app.call('PATCH', `/jobs/resumes/${body.resume.id}`, { body: { content: RESUME } })).body
      .resume;
    expect(fixed).toMatchObject({ parseStatus: 'success', parseErrors: [], skills: expect.arrayContaining(['React']) });
    expect((await add(app, 'CV', { format: 'pdf', content: 'not base64!' })).body.details).toEqual([
      { path: 'content', message: 'base64' },
    ]);
  });

  test('accepts a file in a form', async () => {
    await using app = new TestApp();
    const { status, body } = await app.call('POST', '/jobs/resumes', {
      form: form(RESUME, 'Ann Lee.md', { isDefault: 'true' }),
    });
    expect(status).toBe(201);
    expect(body.resume).toMatchObject({
      name: 'Ann Lee',
      source: 'file_upload',
      originalFilename: 'Ann Lee.md',
      isDefault: true,
    });
    const wrong = await app.call('POST', '/jobs/resumes', { form: form(RESUME, 'x.md', { colour: 'red' }) });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_error']);
    expect((await app.call('POST', '/jobs/resumes', { form: new FormData() })).status).toBe(400);
  });

  test('refuses more than five megabytes', async () => {
    await using app = new TestApp();
    const large = 'x'.repeat(5 * 1024 * 1024 + 1);
    expect((await add(app, 'Large', { content: large })).body.code).toBe('payload_too_large');
    expect((await app.call('POST', '/jobs/resumes', { form: form(large, 'large.md') })).status).toBe(413);
  });

  test.each([[{ name: '' }], [{ content: '' }], [{ format: 'docx' }], [{ isDefault: 'yes' }], [{ owner: 1 }]])(
    'no resume is added from %j',
    async (more) => {
      await using app = new TestApp();
      expect((await add(app, 'Wrong', more)).body.code).toBe('validation_error');
    },
  );
});

describe('a stored resume', () => {
  test('a resume is returned in the requested format', async () => {
    await using app = new TestApp();
    await add(app, 'Master');
    const markdown = await app.call('GET', '/jobs/resumes/1?format=markdown');
    expect(await markdown.response.text()).toContain('## Skills');
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
    const text = await (await app.call('GET', '/jobs/resumes/1?format=text')).response.text();
    expect(text).toContain('Skills');
    expect(text).not.toContain('##');
    expect((await app.call('GET', '/jobs/resumes/1?format=json-resume')).body.basics.name).toBe('Ann Lee');
    expect((await app.call('GET', '/jobs/resumes/1?format=docx')).status).toBe(400);
  });

  test('a resume can only lose the default to another one', async () => {
    await using app = new TestApp();
    await add(app, 'One');
    await add(app, 'Two');
    expect((await app.call('PATCH', '/jobs/resumes/1', { body: { isDefault: false } })).status).toBe(400);
    expect((await app.call('PATCH', '/jobs/resumes/2', { body: { isDefault: false, name: '2' } })).status).toBe(200);
    expect((await app.call('PUT', '/jobs/resumes/2', { body: { isDefault: true } })).body.resume.isDefault).toBe(true);
    const { body } = await app.call('POST', '/jobs/resumes/1/set-default');
    expect([body.resume.isDefault, body.previousDefaultId]).toEqual([true, 2]);
    expect((await app.call('POST', '/jobs/resumes/99/set-default')).status).toBe(404);
    expect((await app.call('GET', '/jobs/resumes/1')).body.resume.isDefault).toBe(true);
  });

  test('a resume is deleted with its versions, unless that is not wanted', async () => {
    await using app = new TestApp();
    await add(app, 'One');
    await add(app, 'Two');
    const { id } = (await app.call('POST', '/jobs', { body: { title: 'Dev', company: 'Inn', description: POSTING } }))
      .body.job;
    await app.call('POST', `/jobs/tailor/${id}`);
    expect((await app.call('GET', '/jobs/resumes/1/versions')).body).toMatchObject({
      resumeId: 1,
      total: 1,
      versions: [{ jobId: id, version: 1 }],
    });
    expect((await app.call('GET', '/jobs/resumes/1')).body.resume.useCount).toBe(1);
    const kept = await app.call('DELETE', '/jobs/resumes/1?restrict=true');
    expect([kept.status, kept.body.code]).toEqual([409, 'in_use']);
    expect((await app.call('DELETE', '/jobs/resumes/1')).body).toEqual({ deleted: true, id: 1, newDefaultId: 2 });
    expect((await app.call('GET', `/jobs/tailor/${id}/versions`)).body.total).toBe(0);
    expect((await app.call('DELETE', '/jobs/resumes/2')).body.newDefaultId).toBeNull();
  });
});
