import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recognise, toWebAddress } from './recognise.ts';

const MAIL = 'From: Jobs <jobs@example.com>\nSubject: New jobs\nMIME-Version: 1.0\n\nHello';
const PAGE = '<!doctype html><html><head><title>Engineer</title></head><body>…</body></html>';

test.each([
  ['', '', 'empty'],
  ['  \n ', 'job.html', 'empty'],
  ['https://jobs.example.com/7?a=b#c', '', 'address'],
  ['https://jobs.example.com/7 is a nice job', '', 'text'],
  [PAGE, '', 'page'],
  ['Engineer wanted', 'saved.HTM', 'page'],
  [MAIL, '', 'mail'],
  ['Received: by mx\nFrom: a@b\nDate: today\n\nx', '', 'mail'],
  ['Subject: no sender\n\nx', '', 'text'],
  ['From: me\nDear all, we hire', '', 'text'],
  ['whatever', 'jobs.eml', 'mail'],
  [`From jobs@example.com Thu Jan 22 10:00:00 2026\n${MAIL}\n`, '', 'mailbox'],
  ['whatever', 'Inbox.mbox', 'mailbox'],
  ['From here on we hire engineers', '', 'text'],
  ['{"@type":"JobPosting","title":"Engineer"}', '', 'posting'],
  ['{"@context":"https://schema.org","@graph":[]}', '', 'posting'],
  ['[{"@type":"JobPosting"}]', 'job.json', 'posting'],
  ['[{"title":"Engineer","company":"A"}]', '', 'list'],
  ['{"jobs":[{"title":"Engineer","company":"A"}]}', 'export.json', 'list'],
  ['{"title":"Engineer","company":"A"}', '', 'list'],
  ['{"id":"1","payload":{"headers":[]}}', '', 'gmail'],
  ['{"jobs":[]}', '', 'strangeJSON'],
  ['[]', '', 'strangeJSON'],
  ['7', 'seven.json', 'strangeJSON'],
  ['{"title":', 'broken.json', 'strangeJSON'],
  ['{curly} but no JSON', '', 'text'],
  ['[Senior] Engineer, Berlin', '', 'text'],
  ['We are looking for an engineer.', 'job.txt', 'text'],
])('%j in a file named %j is recognised as: %s', (text, name, kind) => {
  expect(recognise(text, name).kind).toBe(kind);
});

test.each([
  ['<link rel="canonical" href="https://a.example/1?x=1&amp;y=2">', 'https://a.example/1?x=1&y=2'],
  ["<meta property='og:url' content='https://a.example/2'>", 'https://a.example/2'],
  [
    '<link rel="canonical" href="javascript:alert(1)"><meta property="og:url" content="https://a.example/3">',
    'https://a.example/3',
  ],
  ['<link rel="stylesheet" href="https://a.example/x.css">', undefined],
])('the page %s has the address %s', (tags, url) => {
  expect(recognise(`<html><head>${tags}</head></html>`)).toEqual({ kind: 'page', url });
});

test.each(['ftp://a.example', 'javascript:alert(1)', '//a.example', 'https://', 'a.example'])(
  '%s is not an address',
  (text) => {
    expect(toWebAddress(text)).toBeUndefined();
  },
);

test('any pasted text is recognised as something', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.constantFrom('', 'a.json', 'a.html'), (text, name) => {
      expect(recognise(text, name).kind).toBeTypeOf('string');
    }),
  );
});
