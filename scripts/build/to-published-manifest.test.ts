import { describe, expect, it } from 'vitest';
import type { PackageManifest } from '../workspace/package-manifest.ts';
import { hasCommonJS, toPublishedManifest } from './to-published-manifest.ts';

const versions = new Map([
  ['@posthouse/protocol', '0.3.1'],
  ['@posthouse/store', '1.2.0'],
]);

function publish(fields: Partial<PackageManifest> = {}): PackageManifest {
  const manifest: PackageManifest = {
    name: '@posthouse/sample',
    version: '1.0.0',
    description: 'A sample',
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=18' },
    exports: { '.': './src/index.ts' },
    ...fields,
  };
  return toPublishedManifest(manifest, versions);
}

describe('toPublishedManifest', () => {
  it('points entries at the compiled files, types first', () => {
    const published = publish({ exports: { '.': './src/index.ts', './chat': './src/chat/index.tsx' } });
    expect(published.exports).toEqual({
      '.': { types: './index.d.ts', default: './index.js' },
      './chat': { types: './chat/index.d.ts', default: './chat/index.js' },
      './package.json': './package.json',
    });
    expect(Object.keys(published.exports?.['.'] as object)).toEqual(['types', 'default']);
  });

  it('gives CommonJS to require, with its own types', () => {
    const published = publish({ exports: { '.': { import: './src/index.ts', require: './src/index.ts' } } });
    expect(published.exports?.['.']).toEqual({
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
    });
  });

  it('knows which packages have CommonJS', () => {
    expect(hasCommonJS(publish({ exports: { '.': { import: './src/a.ts', require: './src/a.ts' } } }))).toBe(true);
    expect(hasCommonJS(publish({ exports: { '.': './src/a.ts', './b': null, './c': { browser: './c.js' } } }))).toBe(
      false,
    );
    expect(hasCommonJS({ name: 'sample', version: '1.0.0' })).toBe(false);
  });

  it('leaves entries that are not TypeScript alone', () => {
    const published = publish({ exports: { './schemas/*.json': './schemas/*.json', './internal': null } });
    expect(published.exports).toMatchObject({ './schemas/*.json': './schemas/*.json', './internal': null });
  });

  it('keeps conditions and converts below them', () => {
    const published = publish({ exports: { '.': { browser: './src/browser.ts', default: './src/index.ts' } } });
    expect(published.exports?.['.']).toEqual({
      browser: { types: './browser.d.ts', default: './browser.js' },
      default: { types: './index.d.ts', default: './index.js' },
    });
  });

  it('names commands the way npm stores them', () => {
    expect(publish({ bin: { posthouse: './src/cli.ts', mail: './src/cli.ts' } }).bin).toEqual({
      posthouse: 'cli.js',
      mail: 'cli.js',
    });
  });

  it('asks for compatible workspace packages and leaves other ranges as written', () => {
    const published = publish({
      dependencies: { '@posthouse/protocol': '0.3.1', zod: '4.0.0' },
      optionalDependencies: { '@posthouse/store': '*' },
      peerDependencies: { ai: '>=6' },
      peerDependenciesMeta: { ai: { optional: true } },
    });
    expect(published.dependencies).toEqual({ '@posthouse/protocol': '^0.3.1', zod: '4.0.0' });
    expect(published.optionalDependencies).toEqual({ '@posthouse/store': '^1.2.0' });
    expect(published.peerDependencies).toEqual({ ai: '>=6' });
    expect(published.peerDependenciesMeta).toEqual({ ai: { optional: true } });
  });

  it('drops what only development needs', () => {
    const development = {
      scripts: { test: 'vitest' },
      devDependencies: { vitest: '5.0.0' },
      publishConfig: { access: 'public', directory: 'dist' },
    };
    const published = publish(development);
    expect(published).not.toHaveProperty('scripts');
    expect(published).not.toHaveProperty('devDependencies');
    expect(published.publishConfig).toEqual({ access: 'public' });
  });

  it('keeps side effects, with paths that exist once published', () => {
    expect(publish({ sideEffects: false }).sideEffects).toBe(false);
    expect(publish({ sideEffects: ['./src/cli.ts'] }).sideEffects).toEqual(['./cli.js']);
    expect(publish()).not.toHaveProperty('sideEffects');
  });

  it.each(['description', 'license', 'engines', 'exports'] as const)('toPublishedManifest requires %s', (field) => {
    expect(() => publish({ [field]: undefined })).toThrow(`@posthouse/sample has no "${field}"`);
  });
});
