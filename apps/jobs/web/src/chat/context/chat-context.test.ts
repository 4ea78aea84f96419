import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseContext, readContextQuery, tidyFilters, toContextBody } from './chat-context.ts';

test('the app gets what was chosen, and nothing else', () => {
  expect(toContextBody({}, undefined)).toEqual({ activeTab: 'chat' });
  expect(toContextBody({ jobId: 1, resumeId: 2, filters: { remote: true }, ignored: 'x' }, undefined)).toEqual({
    jobId: 1,
    resumeId: 2,
    activeFilters: { remote: true },
    activeTab: 'chat',
  });
});

test('a saved posting is the job that is meant, unless another was chosen', () => {
  const detected = { title: 'Cook' };
  expect(toContextBody({}, detected, 7)).toEqual({ jobId: 7, detectedJob: detected, activeTab: 'chat' });
  expect(toContextBody({ jobId: 1 }, detected, 7)).toEqual({ jobId: 1, detectedJob: detected, activeTab: 'chat' });
});

test('a long posting of a page is cut to what the app accepts', () => {
  const long = 'a'.repeat(200_000);
  const body = toContextBody({}, { title: long, description: long, company: undefined });
  expect(body).toEqual({
    detectedJob: { title: 'a'.repeat(2_000), description: 'a'.repeat(50_000) },
    activeTab: 'chat',
  });
});

test.each([
  [{}, {}],
  [{ job: '12' }, { jobId: 12 }],
  [
    { job: '12', resume: '3' },
    { jobId: 12, resumeId: 3 },
  ],
  [{ job: '0' }, {}],
  [{ job: '-1', resume: '1.5' }, {}],
  [{ job: '1e3', resume: '99999999999999999999' }, {}],
])('an address with %j asks for %j', (query, expected) => {
  expect(readContextQuery(query)).toEqual(expected);
});

test('a stored context is restored', () => {
  const filter = fc.record(
    {
      search: fc.constantFrom('typescript', 'C++'),
      location: fc.constantFrom('Berlin', '上海'),
      status: fc.constantFrom('inbox' as const, 'offer' as const),
      remote: fc.constant(true as const),
      starred: fc.constant(true as const),
    },
    { requiredKeys: [] },
  );
  const context = fc.record(
    { jobId: fc.integer({ min: 1 }), resumeId: fc.integer({ min: 1 }), filters: filter, ignored: fc.string() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(context, (each) => {
      expect(parseContext(JSON.stringify(each))).toEqual(each);
    }),
  );
});

test('any stored text can be read without harm', () => {
  expect(parseContext(null)).toEqual({});
  expect(parseContext('{')).toEqual({});
  expect(parseContext('null')).toEqual({});
  expect(parseContext('{"jobId":"x","filters":7,"ignored":1}')).toEqual({});
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(() => parseContext(text)).not.toThrow();
    }),
  );
});

test('empty filters are left out', () => {
  expect(tidyFilters({})).toBeUndefined();
  expect(tidyFilters({ search: '  ', location: '' })).toBeUndefined();
  expect(tidyFilters({ search: ' go ', remote: true })).toEqual({ search: 'go', remote: true });
});
