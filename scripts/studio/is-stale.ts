import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the studio is made of. */
const SOURCES = [
  'apps/studio/{src,public}/**/*.*',
  'apps/studio/{index.html,package.json,vite.config.ts}',
  'apps/components/src/**/*.*',
  'packages/{client,protocol}/src/**/*.ts',
];
const BUILT = 'packages/server/src/studio/dist/index.html';

/** Whether the build of the studio is missing, or older than something that it is made of. */
export function isStale(root: string): boolean {
  const built = statSync(join(root, BUILT), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = globSync(SOURCES, { cwd: root, exclude: (name) => name === 'node_modules' || name === '__fixtures__' });
  return files.some((name) => !/\.test\.tsx?$/.test(name) && statSync(join(root, name)).mtimeMs > built);
}
