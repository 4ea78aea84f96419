import { posix } from 'node:path';

/** What only a test that chooses its numbers by the size of the run has in it: the variable, or a property. */
const SIZE = /\bTEST_FULL\b|['"]fast-check['"]/;
const NAMED_FILES = /['"`]([^'"`\s]+\.tsx?)['"`]/g;

/**
 * The files whose tests may differ between `npm test` and `npm run test:full`: those that look at the size of the run, and those that name such a
 * file, as an import or as a program to start. `texts` has the files of the repository by path, relative to its root and with forward slashes.
 *
 * Packages are imported by name, and none of what they export looks at the size, so only paths are followed.
 */
export function toSizedFiles(texts: ReadonlyMap<string, string>): Set<string> {
  const namedBy = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const [, name = ''] of text.matchAll(NAMED_FILES)) {
      const named = posix.join(posix.dirname(path), name);
      namedBy.set(named, [...(namedBy.get(named) ?? []), path]);
    }
  }
  const sized = new Set<string>();
  const open = [...texts].filter(([, text]) => SIZE.test(text)).map(([path]) => path);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (sized.has(path)) continue;
    sized.add(path);
    open.push(...(namedBy.get(path) ?? []));
  }
  return sized;
}
