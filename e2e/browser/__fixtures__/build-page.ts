import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
const page = fileURLToPath(new URL('../../../examples/chat-page', import.meta.url));
const swapped = fileURLToPath(new URL('swapped-transport.ts', import.meta.url));

export type Build = 'ai-sdk-7' | 'ai-sdk-6';

/** Builds the page as `npm run chat` does, into a folder, against one of the AI SDKs. */
export async function buildPage(build: Build, folder: string, { swap = false } = {}): Promise<void> {
  const mode = build === 'ai-sdk-6' ? build : 'production';
  const config = swap ? ['--config', swapped] : [];
  const args = [vite, 'build', page, '--mode', mode, '--outDir', folder, '--logLevel', 'warn', ...config];
  // A process of its own: the build looks at NODE_ENV, and the tests run with another.
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
}
