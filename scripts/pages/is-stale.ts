import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './page.ts';

/** Whether the build of a page is missing, or older than something that it is made of. */
export function isStale(root: string, { folder, parts, built }: Page): boolean {
  const own = [`${folder}/{src,public}/**/*.*`, `${folder}/{index.html,package.json,vite.config.ts}`];
  const builtAt = statSync(join(root, built), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = globSync([...own, ...parts], {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === '__fixtures__',
  });
  return files.some((name) => !/\.test\.tsx?$/.test(name) && statSync(join(root, name)).mtimeMs > builtAt);
}
