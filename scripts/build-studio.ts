import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isStale } from './studio/is-stale.ts';

// Builds the studio into the package of the server, unless what is there is newer than everything it is made of.
const root = fileURLToPath(new URL('../', import.meta.url));
if (isStale(root)) {
  console.log('Building the studio');
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
  execFileSync(process.execPath, [vite, 'build', 'apps/studio', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
