import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Place, toFragment, toPlace } from './place.ts';
import { splitFragment } from './split-fragment.ts';

const VIEWS = ['chat', 'tasks', 'inbox'] as const;

test.each(['', '#', '#/', '#/nowhere', '#token=x', '#/chat'])('the fragment %s is the first view', (fragment) => {
  expect(toPlace(fragment, VIEWS)).toEqual({ view: 'chat', path: [], query: {} });
});

test('a place has a view, a path and a query', () => {
  expect(toPlace('#/tasks/desk/t%2F1?at=7&tab=graph', VIEWS)).toEqual({
    view: 'tasks',
    path: ['desk', 't/1'],
    query: { at: '7', tab: 'graph' },
  });
});

test('invalid escapes do no harm', () => {
  expect(toPlace('#/tasks/%zz', VIEWS).path).toEqual(['%zz']);
});

const word = fc.string({ minLength: 1, unit: 'grapheme' });
const place: fc.Arbitrary<Place<(typeof VIEWS)[number]>> = fc.record({
  view: fc.constantFrom(...VIEWS),
  path: fc.array(word, { maxLength: 3 }),
  query: fc.dictionary(
    word.filter((key) => key !== '__proto__'),
    fc.string(),
    { maxKeys: 3, noNullPrototype: true },
  ),
});

test('every place can be written and read back', () => {
  fc.assert(
    fc.property(place, (each) => {
      expect(toPlace(toFragment(each), VIEWS)).toEqual(each);
    }),
  );
});

test.each([
  ['', {}, ''],
  ['#token=abc', { token: 'abc' }, ''],
  ['#code=ABCD-EFGH', { code: 'ABCD-EFGH' }, ''],
  ['#', {}, ''],
  ['#something', {}, ''],
  ['#token=a%2Bb', { token: 'a+b' }, ''],
  ['#/chat/c-1?at=3', {}, '#/chat/c-1?at=3'],
  ['#token=a&code=b', { token: 'a', code: 'b' }, ''],
  ['#/tasks', {}, '#/tasks'],
  ['#/tasks?token=abc&at=3', { token: 'abc' }, '#/tasks?at=3'],
  ['#/tasks?token=abc', { token: 'abc' }, '#/tasks'],
])('the fragment %s gives %j and leaves %s', (fragment, taken, rest) => {
  expect(splitFragment(fragment, ['token', 'code'])).toEqual({ taken, rest });
});

test('secrets are taken out of any place, which stays the same otherwise', () => {
  fc.assert(
    fc.property(place, word, (each, token) => {
      const { token: _, ...query } = each.query;
      const without = { ...each, query };
      const { taken, rest } = splitFragment(toFragment({ ...without, query: { ...query, token } }), ['token']);
      expect(taken).toEqual({ token });
      expect(toPlace(rest, VIEWS)).toEqual(without);
    }),
  );
});
