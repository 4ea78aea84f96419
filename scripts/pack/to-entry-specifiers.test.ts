import { describe, expect, it } from 'vitest';
import type { PackageManifest } from '../workspace/package-manifest.ts';
import { toEntrySpecifiers } from './to-entry-specifiers.ts';

const manifest: PackageManifest = {
  name: '@posthouse/sample',
  version: '1.0.0',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './chat': { browser: { types: './b.d.ts', default: './b.js' }, default: { types: './c.d.ts', default: './c.js' } },
    './both': { import: { types: './d.d.ts', default: './d.js' }, require: './cjs/d.js' },
    './schemas/*.json': './schemas/*.json',
    './internal': null,
    './package.json': './package.json',
  },
};

describe('toEntrySpecifiers', () => {
  it('lists entries and the files behind patterns', () => {
    const files = ['index.js', 'schemas/message.json', 'schemas/log/entry.json', 'schemas/readme.md'];
    expect(toEntrySpecifiers(manifest, files)).toEqual([
      { specifier: '@posthouse/sample', format: 'module' },
      { specifier: '@posthouse/sample/chat', format: 'module' },
      { specifier: '@posthouse/sample/both', format: 'module' },
      { specifier: '@posthouse/sample/schemas/message.json', format: 'json' },
      { specifier: '@posthouse/sample/schemas/log/entry.json', format: 'json' },
      { specifier: '@posthouse/sample/package.json', format: 'json' },
    ]);
  });

  it('refuses a pattern that matches nothing', () => {
    expect(() => toEntrySpecifiers(manifest, ['index.js'])).toThrow('"./schemas/*.json"');
  });
});
