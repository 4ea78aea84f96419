import { expect, test } from 'vitest';
import { toOverweight } from './limits.ts';

const limit = {
  name: 'createClient',
  from: '@posthouse/client',
  most: { minified: 48 * 1024, gzipped: 16 * 1024 },
};
const light = { minified: 49_152, gzipped: 16_384 };
const parts = { zod: 300_000, '@posthouse/client/create-client.js': 500, '@posthouse/protocol/id.js': 2_000 };

test('a bundle of exactly the allowed size is accepted', () => {
  expect(toOverweight(limit, { sizes: { esbuild: light, Vite: light }, parts })).toEqual([]);
});

test('a bundle that is too large with one bundler is named with its size and its largest parts', () => {
  const esbuild = { minified: 302_500, gzipped: 108_136 };
  expect(toOverweight(limit, { sizes: { esbuild, Vite: light }, parts })).toEqual([
    'createClient of @posthouse/client weighs 295.4 KB (105.6 KB gzipped) with esbuild, and at most 48.0 KB (16.0 KB gzipped) are allowed. ' +
      'Most of it before compression: zod (293.0 KB), @posthouse/protocol/id.js (2.0 KB), @posthouse/client/create-client.js (0.5 KB).',
  ]);
});

test.each([
  ['minified', { ...light, minified: 49_153 }],
  ['gzipped', { ...light, gzipped: 16_385 }],
])('a bundle is too large if only its %s size is', (_, Vite) => {
  expect(toOverweight(limit, { sizes: { esbuild: light, Vite }, parts })).toHaveLength(1);
});
