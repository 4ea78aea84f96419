import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage']);

/** The text of every TypeScript file by its path, relative to the root and with forward slashes. */
export function readSourceTexts(root: string): Map<string, string> {
  const paths = globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.split(/[\\/]/).some((part) => ignoredFolders.has(part)),
  });
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]));
}
