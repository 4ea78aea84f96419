import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStale } from './pages/is-stale.ts';
import { isPageName, PAGES } from './pages/page.ts';
import { withLock } from './pages/with-lock.ts';

/**
 * Builds pages into the programs that serve them, unless what is there is newer than everything it is made of.
 *
 *   node scripts/build-pages.ts studio jobs
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
for (const name of process.argv.slice(2)) {
  if (!isPageName(name)) throw new Error(`There is no page "${name}"; there are ${Object.keys(PAGES).join(', ')}.`);
  const page = PAGES[name];
  if (!isStale(root, page)) continue;
  // Tests that run at the same time want the same page; one of them builds it, and the others wait.
  await withLock(join(root, 'node_modules/.cache/posthouse', `building-${name}`), () => {
    if (!isStale(root, page)) return;
    console.log(`Building the page of ${page.folder}`);
    execFileSync(process.execPath, [vite, 'build', page.folder, '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  });
}
