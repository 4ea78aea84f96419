import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../workspace/read-workspace.ts';
import { LONG_FILES, toLongestFirst } from './longest-first.ts';

it('the list of long files names files that exist, once each', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length);
});

it('long files start first, the longest before the others, and the rest keep their order', () => {
  const [longest, next] = LONG_FILES.map((path) => join(repositoryRoot, path));
  const others = ['z', 'a', 'm'].map((name) => join(repositoryRoot, `${name}.test.ts`));
  const files = [others[0]!, next!, others[1]!, longest!, others[2]!];
  expect(toLongestFirst(files, (file) => file)).toEqual([longest, next, ...others]);
});
