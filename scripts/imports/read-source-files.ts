import { moduleSpecifiers } from '../modules/module-specifiers.ts';
import { readSourceTexts } from '../workspace/read-source-texts.ts';
import type { SourceFile } from './to-import-violations.ts';

/** Every TypeScript and JavaScript file of the repository with the modules it names. */
export function readSourceFiles(root: string): SourceFile[] {
  return [...readSourceTexts(root, '{ts,tsx,mts,cts,js,jsx,mjs,cjs}')]
    .map(([path, text]) => ({ path, specifiers: moduleSpecifiers(path, text) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
