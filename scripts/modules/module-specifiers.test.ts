import { describe, expect, it } from 'vitest';
import { moduleSpecifiers } from './module-specifiers.ts';

function specifiers(code: string, file = 'sample.ts'): string[] {
  return moduleSpecifiers(file, code).map(({ value, kind }) => `${kind} ${value}`);
}

describe('moduleSpecifiers', () => {
  it.each([
    [`import a from 'a'`, 'static a'],
    [`import 'a'`, 'static a'],
    [`import type { A } from 'a'`, 'type a'],
    // The inline form keeps the import in the output, so loading the module is part of it.
    [`import { type A } from 'a'`, 'static a'],
    [`export * from 'a'`, 'static a'],
    [`export * as all from 'a'`, 'static a'],
    [`export { a } from 'a'`, 'static a'],
    [`export type { A } from 'a'`, 'type a'],
    [`export type * from 'a'`, 'type a'],
    [`const a = await import('a')`, 'lazy a'],
    ['const a = await import(`a`)', 'lazy a'],
    [`type A = import('a').A`, 'type a'],
    [`let a: typeof import('a')`, 'type a'],
    [`import a = require('a')`, 'static a'],
    [`const a = require('a')`, 'static a'],
    [`const a = require.resolve('a')`, 'lazy a'],
    [`const a = import.meta.resolve('a')`, 'lazy a'],
    [`declare module 'a' { interface A { b: string } }`, 'type a'],
  ])('reads `%s` as "%s"', (code, expected) => {
    expect(specifiers(code)).toEqual([expected]);
  });

  it.each([
    ['text that only looks like an import', `const text = "import a from 'a'"; // import b from 'b'`],
    ['names known only at run time', 'const a = await import(name); const b = await import(`./${name}.ts`)'],
    ['namespaces', 'declare namespace Inner { const a: string }'],
    ['exports of its own', 'export const a = 1; export { a as b }'],
  ])('finds nothing in %s', (_, code) => {
    expect(specifiers(code)).toEqual([]);
  });

  it('gives the position of the text, quotes included, also after characters of several bytes', () => {
    const code = `const post = '📮 ü';\nimport { a } from "./a.ts";`;
    const [found] = moduleSpecifiers('sample.ts', code);
    expect(found).toMatchObject({ line: 2 });
    expect(code.slice(found?.start, found?.end)).toBe('"./a.ts"');
  });

  it('reads declaration files and JavaScript', () => {
    expect(specifiers(`export declare const a: import('./a.ts').A;`, 'sample.d.ts')).toEqual(['type ./a.ts']);
    expect(specifiers(`#!/usr/bin/env node\nimport 'a'`, 'sample.js')).toEqual(['static a']);
  });

  it('names the file it cannot parse', () => {
    expect(() => moduleSpecifiers('packages/sample/src/broken.ts', 'import from')).toThrow('src/broken.ts');
  });
});
