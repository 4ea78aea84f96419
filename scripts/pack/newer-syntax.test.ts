import { describe, expect, it } from 'vitest';
import { newerSyntax } from './newer-syntax.ts';

describe('newerSyntax', () => {
  it.each([
    [
      'private fields, static blocks and brand checks',
      'class A { static { A.b = 1; } #c = 1; has(d) { return #c in d; } }',
    ],
    ['top-level await and lazy imports', `const a = await import('a'); export { a as b };`],
    ['logical assignment and chains', 'let a; a ||= b?.c?.[d] ?? 1_000n;'],
    ['generators and loops', 'async function* a() { for await (const [b, ...c] of d) yield* c; }'],
    ['regular expressions', 'const a = /(?<year>\\d{4})-(?<=x)(?<!y)(?<month>[(?i:)])\\(?i:/dgimsuy;'],
    ['templates, spreads and accessors', 'const a = b`c${{ ...d, get e() { return new.target; }, [f]: (1, 2) }}`;'],
    ['names that became words elsewhere', 'const using = 1, accessor = 2, options = { kind: "using", phase: 3 };'],
  ])('newerSyntax accepts %s', (_, code) => {
    expect(newerSyntax('sample.js', code)).toEqual([]);
  });

  it.each([
    ['using', 'function a() { using b = c(); }'],
    ['await using', 'async function a() { await using b = c(); }'],
    ['using in a loop', 'for (using a of b) c(a);'],
    ['import attributes', `import a from './a.json' with { type: 'json' }; export { a };`],
    ['attributes of a re-export', `export { default } from './a.json' with { type: 'json' };`],
    ['attributes of a lazy import', `await import('./a.json', { with: { type: 'json' } });`],
    ['deferred imports', `import defer * as a from './a.js'; a.b();`],
    ['decorators', '@a class B {}'],
    ['decorated members', 'class A { @b c() {} }'],
    ['accessor fields', 'class A { accessor b = 1; }'],
    ['set notation in regular expressions', 'const a = /[\\p{L}--[a-z]]/v;'],
    ['flags inside regular expressions', 'const a = /(?i:a)b/;'],
    ['negated flags inside regular expressions', 'const a = /(?m-i:a)b/;'],
    ['one name for two groups', 'const a = /(?<b>1)|(?<b>2)/;'],
    ['a line for the shell', '#!/usr/bin/env node\nexport const a = 1;'],
    ['what is no JavaScript at all', 'const a: string = 1;'],
  ])('newerSyntax reports %s', (_, code) => {
    expect(newerSyntax('sample.js', code)).toHaveLength(1);
  });

  it('gives the line of the syntax', () => {
    expect(newerSyntax('a/b.js', 'const a = 1;\n{\n  using b = c();\n}')).toEqual(['a/b.js:3: using b = c();']);
  });
});
