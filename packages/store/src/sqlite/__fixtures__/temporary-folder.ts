import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Paths in a folder that is removed after the tests of a file. */
export function temporaryFolder(): { path: (name: string) => string; newPath: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-store-'));
  let files = 0;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    path: (name) => join(folder, name),
    newPath() {
      files += 1;
      return join(folder, `${files}.db`);
    },
  };
}
