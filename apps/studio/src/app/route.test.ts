import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Route, toFragment, toRoute, VIEWS } from './route.ts';

test.each(['', '#', '#/', '#/nowhere', '#token=x', '#/chat'])('%s is the chat', (fragment) => {
  expect(toRoute(fragment)).toEqual({ view: 'chat', path: [], query: {} });
});

test('a place has a path and a way of looking', () => {
  expect(toRoute('#/tasks/desk/t%2F1?at=7&tab=graph')).toEqual({
    view: 'tasks',
    path: ['desk', 't/1'],
    query: { at: '7', tab: 'graph' },
  });
});

test('odd escapes do no harm', () => {
  expect(toRoute('#/tasks/%zz').path).toEqual(['%zz']);
});

test('every place can be written down and found again', () => {
  const word = fc.string({ minLength: 1, unit: 'grapheme' });
  const route: fc.Arbitrary<Route> = fc.record({
    view: fc.constantFrom(...VIEWS),
    path: fc.array(word, { maxLength: 3 }),
    query: fc.dictionary(
      word.filter((key) => key !== '__proto__'),
      fc.string(),
      { maxKeys: 3, noNullPrototype: true },
    ),
  });
  fc.assert(
    fc.property(route, (place) => {
      expect(toRoute(toFragment(place))).toEqual(place);
    }),
  );
});
