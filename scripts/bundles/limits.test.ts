import { expect, test } from 'vitest';
import { toOverweight } from './limits.ts';

const limit = { name: 'createClient', from: '@posthouse/client', most: 16 * 1024 };
const parts = { zod: 300_000, '@posthouse/client/create-client.js': 500, '@posthouse/protocol/id.js': 2_000 };

test('a bundle of exactly what is allowed is not too heavy', () => {
  expect(toOverweight(limit, { sizes: { esbuild: 16_384, Vite: 12_000 }, parts })).toEqual([]);
});

test('a bundle that is too heavy with one bundler is named with its weight and with what weighs most in it', () => {
  expect(toOverweight(limit, { sizes: { esbuild: 108_136, Vite: 16_384 }, parts })).toEqual([
    'createClient of @posthouse/client weighs 105.6 KB gzipped with esbuild, and at most 16.0 KB are allowed. ' +
      'Most of it before compression: zod (293.0 KB), @posthouse/protocol/id.js (2.0 KB), @posthouse/client/create-client.js (0.5 KB).',
  ]);
});
