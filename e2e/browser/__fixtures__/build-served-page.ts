import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PageName } from '../../../scripts/pages/page.ts';

const script = fileURLToPath(new URL('../../../scripts/build-pages.ts', import.meta.url));

/** Builds a page into the program that serves it, as `npm start` and `npm run jobs` do: only when something has changed. */
export async function buildServedPage(name: PageName): Promise<void> {
  await promisify(execFile)(process.execPath, [script, name]);
}
