import { describe, expect, it } from 'vitest';
import { isLiving, LEASE_MILLISECONDS } from './ownership.ts';

describe('a node', () => {
  it('lives as long as its last beat is at most fifteen seconds ago', () => {
    expect(LEASE_MILLISECONDS).toBe(15_000);
    expect([0, 14_999, 15_000, 15_001].map((silence) => isLiving(100_000 - silence, 100_000))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('lives when its clock is ahead of ours', () => {
    expect(isLiving(100_500, 100_000)).toBe(true);
  });

  it('that was never heard of does not live', () => {
    expect(isLiving(undefined, 100_000)).toBe(false);
  });
});
