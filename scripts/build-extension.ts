import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Builds the extension of the jobs assistant, and says what to do with it.
const builder = fileURLToPath(new URL('./build-pages.ts', import.meta.url));
const folder = fileURLToPath(new URL('../apps/jobs/web/extension/dist', import.meta.url));
const { status } = spawnSync(process.execPath, [builder, 'extension'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
console.log(`The extension is in ${folder}

1. Open chrome://extensions, switch on "Developer mode", press "Load unpacked" and choose that folder.
2. Start the app with "npm run jobs".
3. Click the icon of the extension on a page with a posting, and enter the pairing code that the app has printed.`);
