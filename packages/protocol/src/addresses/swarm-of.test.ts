import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt } from '../__fixtures__/attempt.ts';
import { textArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { parseAgentAddress } from './agent-address.ts';
import { swarmOf } from './swarm-of.ts';

describe('swarmOf', () => {
  test.each([
    ['clerk', undefined],
    ['clerk@annex', 'annex'],
    ['clerk@ annex ', 'annex'],
    ['clerk@', undefined],
    ['@annex', 'annex'],
    ['a@b@c', 'b@c'],
    ['', undefined],
  ])('reads the swarm of %j as %j', (address, expected) => {
    expect(swarmOf(address)).toBe(expected);
  });

  test('agrees with parseAgentAddress wherever that can read the address', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, (left, right) => {
        const address = `${left}@${right}`;
        const { value, error } = attempt(() => parseAgentAddress(address));
        expect(error === undefined ? swarmOf(address) : undefined).toBe(value?.swarm);
      }),
    );
  });
});
