import { expect, it } from 'vitest';
import { toAssets } from './to-assets.ts';

it('toAssets names each exported folder or file outside of src once', () => {
  const exports = {
    '.': './src/index.ts',
    './schemas/*.json': './schemas/*.json',
    './schemas/events': './schemas/events/all.json',
    './style': { browser: './style.css', default: './src/style.ts' },
    './internal': null,
    './package.json': './package.json',
  };
  expect(toAssets({ name: 'sample', version: '1.0.0', exports })).toEqual(['schemas', 'style.css']);
});
