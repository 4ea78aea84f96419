import { Server } from '@posthouse/components';
import { expect, test, vi } from 'vitest';
import { loadCoverage } from './coverage.ts';
import {
  changeResume,
  deleteResume,
  importFile,
  importText,
  loadResume,
  loadResumes,
  openResumeFile,
} from './resume.ts';
import { loadVersion, loadVersions, loadVersionsOf, makeVersion, saveVersion } from './version.ts';

/** Asks a server that answers everything with the same, and gives what came of it and what it was asked. */
async function ask<Value>(answer: object, question: (server: Server) => Promise<Value>) {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(answer));
  using server = new Server({ base: '', token: 't', fetch: fetched });
  const value = await question(server);
  const [path, { method, body } = {}] = fetched.mock.calls[0]!;
  return { value, path, method, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body };
}

const resume = { id: 3, name: 'Mine' };
const pair = { jobId: 7, resumeId: 3 };
const { signal } = new AbortController();

test('resumes are listed and opened', async () => {
  expect(await ask({ resumes: [resume] }, (server) => loadResumes(server))).toMatchObject({
    value: [resume],
    path: '/jobs/resumes',
  });
  expect(await ask({ resume }, (server) => loadResume(server, 3, signal))).toMatchObject({
    value: resume,
    path: '/jobs/resumes/3',
  });
});

test('a file is sent as a form, with a name only if there is one', async () => {
  const file = new File(['# Me'], 'me.md');
  const named = await ask({ resume }, (server) => importFile(server, file, { name: 'Mine', isDefault: true }));
  expect(named).toMatchObject({ value: resume, path: '/jobs/resumes', method: 'POST' });
  const form = named.body as FormData;
  expect([form.get('name'), form.get('isDefault'), (form.get('file') as File).name]).toEqual(['Mine', 'true', 'me.md']);
  const plain = await ask({ resume }, (server) => importFile(server, file, { name: '', isDefault: false }));
  expect([...(plain.body as FormData).keys()]).toEqual(['file']);
});

test('a text is sent in its own format', async () => {
  const text = { name: 'Mine', content: '{}', format: 'json-resume', isDefault: false } as const;
  expect(await ask({ resume }, (server) => importText(server, text))).toMatchObject({ value: resume, body: text });
});

test('resumes are changed, deleted and downloaded', async () => {
  expect(await ask({ resume }, (server) => changeResume(server, 3, { isDefault: true }))).toMatchObject({
    path: '/jobs/resumes/3',
    method: 'PATCH',
    body: { isDefault: true },
  });
  expect(await ask({ newDefaultId: null }, (server) => deleteResume(server, 3))).toMatchObject({
    value: { newDefaultId: null },
    method: 'DELETE',
  });
  const { value, path } = await ask({ basics: {} }, (server) => openResumeFile(server, 3, 'json-resume'));
  expect([path, await value.text()]).toEqual(['/jobs/resumes/3?format=json-resume', '{"basics":{}}']);
});

test('versions are listed for a job and for a resume', async () => {
  expect(await ask({ versions: [] }, (server) => loadVersions(server, pair, signal))).toMatchObject({
    value: [],
    path: '/jobs/tailor/7/versions?resumeId=3',
  });
  expect(await ask({ versions: [] }, (server) => loadVersionsOf(server, 3))).toMatchObject({
    path: '/jobs/resumes/3/versions',
  });
});

test('a version is requested with instructions only if there are any', async () => {
  const request = { engine: 'auto', forceNew: false } as const;
  const made = await ask({ tailored: { version: 1 } }, (server) =>
    makeVersion(server, pair, { ...request, instructions: 'short' }, signal),
  );
  expect(made).toMatchObject({ value: { version: 1 }, path: '/jobs/tailor/7', method: 'POST' });
  expect(made.body).toEqual({ resumeId: 3, instructions: 'short', ...request });
  const plain = await ask({ tailored: {} }, (server) =>
    makeVersion(server, pair, { ...request, instructions: ' ' }, signal),
  );
  expect(plain.body).toEqual({ resumeId: 3, ...request });
});

test('a version is opened, and saved in place or as the next one', async () => {
  expect(await ask({ tailored: {} }, (server) => loadVersion(server, pair, 2))).toMatchObject({
    path: '/jobs/tailor/7/versions/2?resumeId=3',
  });
  const saved = { version: 2, content: 'x' };
  expect(await ask({ tailored: {} }, (server) => saveVersion(server, pair, { ...saved, asNew: true }))).toMatchObject({
    path: '/jobs/tailor/7/versions/2?resumeId=3&asNew=true',
    method: 'PUT',
    body: { content: 'x' },
  });
  expect(await ask({ tailored: {} }, (server) => saveVersion(server, pair, { ...saved, asNew: false }))).toMatchObject({
    path: '/jobs/tailor/7/versions/2?resumeId=3',
  });
});

test('any text can be compared with a posting', async () => {
  const coverage = { share: null, covered: [], missing: [] };
  expect(await ask(coverage, (server) => loadCoverage(server, 7, 'a text', signal))).toMatchObject({
    value: coverage,
    path: '/jobs/7/coverage',
    method: 'POST',
    body: { content: 'a text' },
  });
});
