import { describe, expect, it } from 'vitest';
import { isLiving, LEASE_MILLISECONDS } from './ownership.ts';

describe('a node', () => {
  it('a node is alive if its last heartbeat is at most fifteen seconds ago', () => {
    expect(LEASE_MILLISECONDS).toBe(15_000);
    expect([0, 14_999, 15_000, 15_001].map((silence) => isLiving(100_000 - silence, 100_000))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('a node whose clock is ahead of ours is alive', () => {
    expect(isLiving(100_500, 100_000)).toBe(true);
  });

  it('a node that was never heard of is not alive', () => {
    expect(isLiving(undefined, 100_000)).toBe(false);
  });
});
