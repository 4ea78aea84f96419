import { fileURLToPath } from 'node:url';
import { buildServedPage } from '../../browser/__fixtures__/build-served-page.ts';

/** Where the server has the studio. */
export const STUDIO = fileURLToPath(new URL('../../../packages/server/src/studio/dist/', import.meta.url));

/** Builds the studio as `npm start` does: only when something has changed since. */
export async function buildStudio(): Promise<void> {
  await buildServedPage('studio');
}
