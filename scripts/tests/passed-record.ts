import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readSourceTexts } from './read-source-texts.ts';
import { toSizedFiles } from './sized-files.ts';
import type { PassedFile } from './test-outcome.ts';

/** Writes down which of the files that passed would do exactly the same in a run of another size. */
export function writePassed(record: string, passed: readonly PassedFile[], root: string): void {
  const sized = toSizedFiles(readSourceTexts(root));
  const files = passed
    .map(({ file, ...rest }) => ({ file: relative(root, file).replaceAll('\\', '/'), ...rest }))
    .filter(({ file }) => !sized.has(file));
  writeFileSync(record, JSON.stringify(files));
}

/** What was written down; nothing where there is no record, so that everything is run. */
export function readPassed(record: string): PassedFile[] {
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as PassedFile[];
  } catch {
    return [];
  }
}
