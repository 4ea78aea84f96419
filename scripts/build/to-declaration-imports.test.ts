import { describe, expect, it } from 'vitest';
import { toDeclarationImports } from './to-declaration-imports.ts';

describe('toDeclarationImports', () => {
  it('renames relative TypeScript files wherever a type can name them', () => {
    const code = [
      `import type { A } from './a.ts';`,
      `export * from "../b/b.ts";`,
      `export declare const later: () => Promise<typeof import('./c.ts')>;`,
    ].join('\n');
    const expected = [
      `import type { A } from './a.js';`,
      `export * from "../b/b.js";`,
      `export declare const later: () => Promise<typeof import('./c.js')>;`,
    ].join('\n');
    const result = toDeclarationImports('index.d.ts', code);
    expect(result).toBe(expected);
    expect(result).toHaveLength(code.length);
  });

  it('leaves packages, other files and ordinary text alone', () => {
    const code = [
      `import type { A } from 'package.ts';`,
      `import type { B } from './b.d.ts';`,
      `import type { C } from './c.js';`,
      `/** Written in './d.ts'. */`,
      `export declare const file: './e.ts';`,
    ].join('\n');
    expect(toDeclarationImports('index.d.ts', code)).toBe(code);
  });
});
