import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartKeeper } from './part-keeper.ts';

const partsOf = (...states: string[]) => states.map((state, index) => ({ id: `agent-${index}`, state }));

test('unchanged parts keep their identity, as a whole and one by one', () => {
  const keeper = new PartKeeper();
  const first = keeper.keep(partsOf('idle', 'idle', 'busy'));
  expect(keeper.keep(partsOf('idle', 'idle', 'busy'))).toBe(first);
  const second = keeper.keep(partsOf('idle', 'busy', 'busy'));
  expect(second.map((part, index) => part === first[index])).toEqual([true, false, true]);
});

test('parts can be added and removed', () => {
  const keeper = new PartKeeper();
  const [kept] = keeper.keep(partsOf('idle', 'idle'));
  expect(keeper.keep(partsOf('idle'))).toHaveLength(1);
  expect(keeper.keep([])).toEqual([]);
  expect(keeper.keep(partsOf('idle', 'idle'))[0]).toBe(kept);
});

test('PartKeeper returns what it was given', () => {
  const lists = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), state: fc.nat(2) }), {
    selector: ({ id }) => id,
  });
  fc.assert(
    fc.property(fc.array(lists), (steps) => {
      const keeper = new PartKeeper();
      for (const parts of steps) expect(keeper.keep(parts)).toEqual(parts);
    }),
  );
});
