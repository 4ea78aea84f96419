import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleSpecifiers } from '../modules/module-specifiers.ts';
import type { SourceFile } from './to-import-violations.ts';

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage']);

/** Every TypeScript and JavaScript file of the repository with the modules it names. */
export function readSourceFiles(root: string): SourceFile[] {
  const paths = globSync('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', {
    cwd: root,
    exclude: (path) => path.split(/[\\/]/).some((part) => ignoredFolders.has(part)),
  });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, specifiers: moduleSpecifiers(path, readFileSync(join(root, path), 'utf8')) }));
}
