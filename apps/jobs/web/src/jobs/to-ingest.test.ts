import { expect, test } from 'vitest';
import { recognise } from './recognise.ts';
import { type ImportHints, toPlan } from './to-ingest.ts';

const SILENT: ImportHints = { address: '', title: '', company: '' };
const plan = (text: string, hints: Partial<ImportHints> = {}, name = '') =>
  toPlan(text, recognise(text, name), { ...SILENT, ...hints });

test('an address is sent as an address', () => {
  expect(plan('https://a.example/1')).toEqual({ does: 'ingest', input: { url: 'https://a.example/1' } });
});

test('a page needs an address: the given one, or else its own', () => {
  const page = '<html><head><link rel="canonical" href="https://a.example/own"></head></html>';
  expect(plan('<html></html>')).toEqual({ does: 'ask', missing: 'address' });
  expect(plan('<html></html>', { address: 'nonsense' })).toEqual({ does: 'ask', missing: 'address' });
  expect(plan(page)).toEqual({ does: 'ingest', input: { url: 'https://a.example/own', html: page } });
  expect(plan(page, { address: ' https://a.example/said ' })).toEqual({
    does: 'ingest',
    input: { url: 'https://a.example/said', html: page },
  });
});

test('plain text needs an address, or a title and a company', () => {
  const text = 'We are looking for an engineer.';
  expect(plan(text)).toEqual({ does: 'ask', missing: 'names' });
  expect(plan(text, { title: 'Engineer' })).toEqual({ does: 'ask', missing: 'names' });
  expect(plan(text, { title: ' Engineer ', company: 'Quillpen' })).toEqual({
    does: 'create',
    job: { title: 'Engineer', company: 'Quillpen', description: text },
  });
  expect(plan(text, { address: 'https://a.example/1', company: 'Quillpen' })).toEqual({
    does: 'ingest',
    input: { url: 'https://a.example/1', content: text, company: 'Quillpen' },
  });
});

test('mails, mailboxes, lists and postings are sent in their own form', () => {
  const mail = 'From: a@b.example\nSubject: jobs\n\nhello';
  expect(plan(mail)).toEqual({ does: 'ingest', input: { raw: mail } });
  expect(plan(mail, {}, 'all.mbox')).toEqual({ does: 'ingest', input: { mbox: mail } });
  expect(plan('{"@type":"JobPosting"}')).toEqual({ does: 'ingest', input: { jsonLd: { '@type': 'JobPosting' } } });
  expect(plan('[{"@type":"JobPosting"}]', { address: 'https://a.example/1' })).toEqual({
    does: 'ingest',
    input: { jsonLd: [{ '@type': 'JobPosting' }], url: 'https://a.example/1' },
  });
  expect(plan('[{"title":"a","company":"b"}]')).toEqual({
    does: 'ingest',
    input: { jobs: [{ title: 'a', company: 'b' }] },
  });
  expect(plan('{"payload":{}}')).toEqual({ does: 'ingest', input: { gmail: { payload: {} } } });
});

test.each([
  ['', 'something'],
  ['{"a":1}', 'sense'],
])('the text %j lacks %s', (text, missing) => {
  expect(plan(text)).toEqual({ does: 'ask', missing });
});
