import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJobPostings } from './find-nodes.ts';

const posting = { '@type': 'JobPosting', title: 'Cook' };

test.each([
  ['at the top', posting],
  ['in a list', [{ '@type': 'WebSite' }, posting]],
  ['in a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'Organization' }, posting] }],
  ['inside of a page', { '@type': 'WebPage', mainEntity: posting }],
  ['in a list of items', { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: posting }] }],
])('findNodes finds a posting %s', (_name, value) => {
  expect(findJobPostings(value)).toEqual([posting]);
});

test.each([
  'JobPosting',
  'jobposting',
  'https://schema.org/JobPosting',
  'http://schema.org/JobPosting',
  'schema:JobPosting',
])('findNodes recognises a posting by the type %s', (type) => {
  expect(findJobPostings({ '@type': type })).toHaveLength(1);
  expect(findJobPostings({ '@type': ['Thing', type] })).toHaveLength(1);
});

test.each([
  ['another type', { '@type': 'JobPostingList' }],
  ['no type', { title: 'JobPosting' }],
  ['a type that is no text', { '@type': { name: 'JobPosting' } }],
  ['a text', 'JobPosting'],
  ['nothing', null],
])('findNodes finds nothing in %s', (_name, value) => {
  expect(findJobPostings(value)).toEqual([]);
});

test('findNodes finds several postings, in their order', () => {
  const titles = ['A', 'B', 'C'];
  const value = titles.map((title) => ({ '@type': 'JobPosting', title }));
  expect(findJobPostings(value).map(({ title }) => title)).toEqual(titles);
});

describe('references of a posting', () => {
  test('references are replaced by what they refer to', () => {
    const value = {
      '@graph': [
        {
          ...posting,
          hiringOrganization: { '@id': '#acme' },
          jobLocation: [{ '@id': '#here' }, { '@id': '#nowhere' }],
        },
        { '@id': '#acme', '@type': 'Organization', name: 'Acme' },
        { '@id': '#here', '@type': 'Place', name: 'Here' },
      ],
    };
    expect(findJobPostings(value)).toMatchObject([
      { hiringOrganization: { name: 'Acme' }, jobLocation: [{ name: 'Here' }, { '@id': '#nowhere' }] },
    ]);
  });

  test('references may be circular, and end there', () => {
    const value = { ...posting, '@id': '#me', isPartOf: { '@id': '#me' } };
    expect(findJobPostings(value)).toHaveLength(1);
  });
});

test('findNodes is limited in depth and number', () => {
  let deep: unknown = posting;
  for (let depth = 0; depth < 5_000; depth += 1) deep = { child: deep };
  expect(findJobPostings(deep)).toEqual([]);
  const many = [...Array.from({ length: 100_000 }, () => ({})), posting];
  expect(findJobPostings(many)).toEqual([]);
});

test('findNodes never throws, whatever the JSON', () => {
  const type = fc.record({ '@type': fc.constantFrom('JobPosting', 'X'), '@id': fc.constantFrom('#a', '#b') });
  const json = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.oneof(type, fc.record({ '@graph': fc.array(type), x: fc.jsonValue() }))),
  );
  fc.assert(
    fc.property(json, (value) => {
      expect(Array.isArray(findJobPostings(value))).toBe(true);
    }),
  );
});
