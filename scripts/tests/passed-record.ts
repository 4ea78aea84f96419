import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { PassedFile } from './test-outcome.ts';

/** Writes down which files passed. */
export function writePassed(record: string, passed: readonly PassedFile[], root: string): void {
  const files = passed.map(({ file, ...rest }) => ({ file: relative(root, file).replaceAll('\\', '/'), ...rest }));
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
