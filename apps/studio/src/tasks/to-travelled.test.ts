import { expect, test } from 'vitest';
import { toEdgeId } from '../moments/moment.ts';
import { toTravelled } from './to-travelled.ts';

test('edge ids are split into pairs of agents', () => {
  const traffic = { [toEdgeId('desk', 'math')]: 2, [toEdgeId('math', 'guide@annex')]: 1 };
  expect(toTravelled(traffic)).toEqual([
    ['desk', 'math'],
    ['math', 'guide@annex'],
  ]);
  expect(toTravelled({})).toEqual([]);
});
