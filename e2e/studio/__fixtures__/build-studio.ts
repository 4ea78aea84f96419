import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../../scripts/build-studio.ts', import.meta.url));

/** Where the server has the studio. */
export const STUDIO = fileURLToPath(new URL('../../../packages/server/src/studio/dist/', import.meta.url));

/** Builds the studio as `npm start` does: only when something has changed since. */
export async function buildStudio(): Promise<void> {
  await promisify(execFile)(process.execPath, [script]);
}
