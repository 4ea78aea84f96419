import { describe, expect, it } from 'vitest';
import { isLiving, LEASE_MILLISECONDS } from './ownership.ts';

describe('a node', () => {
  it('is alive if its last heartbeat is at most fifteen seconds ago', () => {
    expect(LEASE_MILLISECONDS).toBe(15_000);
    expect([0, 14_999, 15_000, 15_001].map((silence) => isLiving(100_000 - silence, 100_000))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('is alive if its clock is ahead of ours', () => {
    expect(isLiving(100_500, 100_000)).toBe(true);
  });

  it('is not alive if it was never heard of', () => {
    expect(isLiving(undefined, 100_000)).toBe(false);
  });
});
