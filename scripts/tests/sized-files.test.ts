import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../workspace/read-workspace.ts';
import { readSourceTexts } from '../workspace/read-source-texts.ts';
import { toSizedFiles } from './sized-files.ts';

function sized(texts: Record<string, string>): string[] {
  return [...toSizedFiles(new Map(Object.entries(texts)))].toSorted();
}

describe('toSizedFiles', () => {
  it.each([
    ['reads the variable', `const many = process.env.TEST_FULL === '1' ? 100 : 10;`],
    ['has a property', `import fc from 'fast-check';`],
  ])('finds a test that %s', (_, text) => {
    expect(sized({ 'a/a.test.ts': text, 'a/b.test.ts': `import { it } from 'vitest';` })).toEqual(['a/a.test.ts']);
  });

  it('follows imports across any number of files, also in a circle', () => {
    const texts = {
      'a/a.test.ts': `import { b } from './__fixtures__/b.ts';`,
      'a/__fixtures__/b.ts': `export { c } from '../../c/c.tsx';`,
      'c/c.tsx': `import { b } from '../a/__fixtures__/b.ts';\nexport const c = process.env.TEST_FULL;`,
      'c/d.test.ts': `import { other } from './other.ts';`,
      'c/other.ts': '',
    };
    expect(sized(texts)).toEqual(['a/__fixtures__/b.ts', 'a/a.test.ts', 'c/c.tsx']);
  });

  it.each([
    ['import()', `await import('./__fixtures__/b.ts')`],
    ['a URL', `new Worker(new URL('__fixtures__/b.ts', import.meta.url))`],
    ['a path', `join(import.meta.dirname, '__fixtures__/b.ts')`],
  ])('follows a program that is named by %s', (_, text) => {
    const texts = { 'a/a.test.ts': text, 'a/__fixtures__/b.ts': `import fc from 'fast-check';` };
    expect(sized(texts)).toContain('a/a.test.ts');
  });
});

describe('toSizedFiles of this repository', () => {
  const texts = readSourceTexts(repositoryRoot);
  const found = toSizedFiles(texts);

  it('finds only tests, their fixtures and their settings', () => {
    const isTest = (path: string): boolean =>
      /\.test\.tsx?$|\/__fixtures__\/|^(?:vitest|.*\/vitest)\.config\.ts$|^scripts\/(?:tests\/|vitest-setup)/.test(
        path,
      );
    expect([...found].filter((path) => !isTest(path))).toEqual([]);
  });

  it('finds less than half of the tests, and property tests among them', () => {
    const tests = [...texts.keys()].filter((path) => path.endsWith('.test.ts'));
    expect(tests.filter((path) => !found.has(path)).length).toBeGreaterThan(tests.length / 2);
    expect(found).toContain('packages/runtime/src/instance/random-play.property.test.ts');
    expect(found).toContain('packages/store/src/sqlite/sqlite-file.test.ts');
  });
});
