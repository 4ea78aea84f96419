import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueIds } from './unique-ids.ts';

describe('uniqueIds', () => {
  it('changes only ids that were used before', () => {
    const unique = uniqueIds();

    expect(['a', 'b', 'a', '', 'a', ''].map(unique)).toEqual(['a', 'b', 'a_2', 'call', 'a_3', 'call_2']);
  });

  it('never gives an id twice, and equal sequences the same ids', () => {
    const id = fc.constantFrom('', 'a', 'a_2', 'a_2_2', 'call', 'call_2');
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        const given = ids.map(uniqueIds());
        expect(new Set(given).size).toBe(ids.length);
        expect(ids.map(uniqueIds())).toEqual(given);
      }),
    );
  });
});
