import fc from 'fast-check';

/**
 * `npm test` takes a small sample of every property, `npm run test:full` a large one. Both are seeded: a run either
 * reproduces exactly, or names a new seed through `TEST_SEED`.
 */
const full = process.env.TEST_FULL === '1';
const seed = Number(process.env.TEST_SEED ?? 20_250_101);
if (!Number.isSafeInteger(seed)) {
  throw new Error(`TEST_SEED must be a whole number such as 42, but it is "${process.env.TEST_SEED}".`);
}

// A `maxLength` of 60 means up to 60; otherwise it would seldom be more than ten.
fc.configureGlobal({ numRuns: full ? 1_000 : 30, seed, defaultSizeToMaxWhenMaxSpecified: true });
