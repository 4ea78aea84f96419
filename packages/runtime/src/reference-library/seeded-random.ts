import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed, in every process and on every machine. */
export type SeededRandom = {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number between two bounds, both included. */
  integer(from: number, to: number): number;
  /** One of several things. */
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
};

/**
 * Makes a source of seeded random numbers. The seed is a list of parts, so that `('a', 'bc')` and `('ab', 'c')` differ.
 *
 * @example
 * seededRandom('weather', 'Oslo', '2026-05-01').integer(-15, 35);
 */
export function seededRandom(...seed: readonly (string | number)[]): SeededRandom {
  const digest = createHash('sha256').update(JSON.stringify(seed)).digest();
  // Marsaglia's xorshift with 128 bits of state: short, even, and more than good enough for samples.
  const state = new Uint32Array([0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset)));
  const next = (): number => {
    const [x = 0, y = 0, z = 0, w = 0] = state;
    const mixed = x ^ (x << 11);
    state.set([y, z, w, w ^ (w >>> 19) ^ mixed ^ (mixed >>> 8)]);
    return state[3]! / 2 ** 32;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return { next, integer, pick: (values) => values[integer(0, values.length - 1)]! };
}
