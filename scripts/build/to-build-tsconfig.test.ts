import { describe, expect, it } from 'vitest';
import { toBuildTsconfig } from './to-build-tsconfig.ts';

function build(exports: Record<string, never> | object, format?: 'commonjs') {
  const manifest = { name: '@posthouse/protocol', version: '1.0.0', exports: exports as Record<string, string> };
  const config = toBuildTsconfig({
    root: '/repository',
    tsconfig: 'tsconfig.portable.json',
    packageDirectory: '/repository/packages/client',
    outputDirectory: '/repository/packages/client/dist',
    built: [{ manifest, directory: '/repository/packages/protocol/dist' }],
    ...(format === undefined ? {} : { format }),
  });
  return config as { extends: string; include: string[]; exclude: string[]; compilerOptions: Record<string, unknown> };
}

describe('toBuildTsconfig', () => {
  it('uses the options of its profile and compiles only what is shipped', () => {
    const config = build({});
    expect(config.extends).toBe('/repository/tsconfig.portable.json');
    expect(config.include).toEqual(['/repository/packages/client/src']);
    expect(config.exclude).toContain('/repository/packages/client/src/**/*.test.ts');
    expect(config.exclude).toContain('/repository/packages/client/src/**/__fixtures__');
    expect(config.compilerOptions).toMatchObject({
      noEmit: false,
      rootDir: '/repository/packages/client/src',
      outDir: '/repository/packages/client/dist',
    });
  });

  it('compiles the same sources to CommonJS', () => {
    expect(build({}).compilerOptions).not.toHaveProperty('module');
    expect(build({}, 'commonjs').compilerOptions).toMatchObject({
      module: 'CommonJS',
      moduleResolution: 'Bundler',
      verbatimModuleSyntax: false,
    });
  });

  it('finds other packages by their built declarations', () => {
    const config = build({
      '.': { types: './index.d.ts', default: './index.js' },
      './wire': { types: './wire/index.d.ts', default: './wire/index.js' },
      './schemas/*.json': './schemas/*.json',
      './internal': null,
      './both': { import: { types: './both.d.ts', default: './both.js' }, require: './cjs/both.js' },
    });
    expect(config.compilerOptions.paths).toEqual({
      '@posthouse/protocol': ['/repository/packages/protocol/dist/index.d.ts'],
      '@posthouse/protocol/wire': ['/repository/packages/protocol/dist/wire/index.d.ts'],
      '@posthouse/protocol/schemas/*.json': ['/repository/packages/protocol/dist/schemas/*.json'],
      '@posthouse/protocol/both': ['/repository/packages/protocol/dist/both.d.ts'],
    });
  });
});
