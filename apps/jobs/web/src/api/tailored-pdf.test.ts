import { Server } from '@posthouse/components';
import { expect, test, vi } from 'vitest';
import { openPDF, toFilename, toWarnings } from './tailored-pdf.ts';

test.each([
  [null, 'resume.pdf'],
  ['attachment', 'resume.pdf'],
  ['attachment; filename="Robin - Acme.pdf"', 'Robin - Acme.pdf'],
  [`attachment; filename="resume.pdf"; filename*=UTF-8''%E5%BC%A0%20-%20Acme.pdf`, '张 - Acme.pdf'],
  [`attachment; filename="plain.pdf"; filename*=UTF-8''%E5%BC`, 'plain.pdf'],
  [String.raw`attachment; filename="a \"b\".pdf"`, 'a "b".pdf'],
])('the header %s gives the file name %s', (header, name) => {
  expect(toFilename(header)).toBe(name);
});

test.each([
  [null, []],
  [encodeURIComponent('["没有 Thai 字体"]'), ['没有 Thai 字体']],
  [encodeURIComponent('["a", 7]'), ['a']],
  [encodeURIComponent('{}'), []],
  ['%', []],
  ['no JSON', []],
])('the header %s gives the warnings %j', (header, warnings) => {
  expect(toWarnings(header)).toEqual(warnings);
});

test('the pages of one version are requested', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="x.pdf"', 'X-Warnings': '%5B%22a%22%5D' };
  const fetched = vi.fn<typeof fetch>(async () => new Response('%PDF-', { headers }));
  using server = new Server({ base: 'http://app.test', token: 't', fetch: fetched });
  const style = { version: 2, template: 'classic', pageSize: 'Letter' } as const;
  const { pages, ...rest } = await openPDF(server, { jobId: 7, resumeId: 3 }, style, new AbortController().signal);
  expect([await pages.text(), rest]).toEqual(['%PDF-', { filename: 'x.pdf', warnings: ['a'] }]);
  expect(fetched.mock.calls[0]![0]).toBe(
    'http://app.test/jobs/tailor/7/pdf?resumeId=3&version=2&template=classic&pageSize=Letter',
  );
});
