import { expect, test } from 'vitest';
import { toSurface } from './to-surface.ts';

const surfaceOf = (files: Record<string, string>): string => toSurface(new Map(Object.entries(files)), 'a/index.d.ts');

test('a surface names what an entry point declares, in the order of the names', () => {
  const text =
    'export declare const two: number;\ndeclare const hidden: string;\nexport interface One {\n  a: string;\n}\n';
  expect(surfaceOf({ 'a/index.d.ts': text })).toBe(
    'export interface One {\n  a: string;\n}\nexport declare const two: number;',
  );
});

test('a surface follows what is handed on from other files, under its own name or another', () => {
  const surface = surfaceOf({
    'a/index.d.ts': `import type { Z } from '../z.ts';\nexport * from './all.ts';\nexport { old as fresh } from './b/old.js';\nexport type { Z } from '../z.ts';\n`,
    'a/all.d.ts': `export declare function go(): void;\nexport declare function go(by: number): void;\n`,
    'a/b/old.d.ts': 'declare const old: 1;\nexport { old };\n',
    'z.d.ts': 'export type Z = 26;\n',
  });
  expect(surface).toBe(
    [
      'export type Z = 26;',
      'declare const old: 1; // as fresh',
      'export declare function go(): void;',
      'export declare function go(by: number): void;',
    ].join('\n'),
  );
});

test('a surface names what comes from another package without following it', () => {
  expect(surfaceOf({ 'a/index.d.ts': `export { z } from 'zod';\nexport * from 'hono';\n` })).toBe(
    `export * from 'hono';\nexport { z } from 'zod';`,
  );
});

test('a file that the compiler did not make is an error', () => {
  expect(() => surfaceOf({ 'a/index.d.ts': `export * from './none.ts';\n` })).toThrow('a/none.d.ts');
});
