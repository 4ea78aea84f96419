import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'coverage']);

/** The text of every source file with such an ending by its path, relative to the root and with forward slashes. */
export function readSourceTexts(root: string, endings = '{ts,tsx}'): Map<string, string> {
  const paths = globSync(`**/*.${endings}`, {
    cwd: root,
    exclude: (path) => path.split(/[\\/]/).some((part) => IGNORED_FOLDERS.has(part)),
  });
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]));
}
