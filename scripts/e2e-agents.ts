import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './process/run-command.ts';
import { runTests } from './tests/run-tests.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

// `npm run e2e:agents`: installs the agent runtimes into a folder of their own, which takes more than a gigabyte, and
// drives each of them against a scripted model server. What follows the command is passed on to vitest.
const folder = join(repositoryRoot, 'e2e/agents');
await install();
process.exitCode = await runTests({
  options: ['--config', join(folder, 'vitest.config.ts')],
  wanted: process.argv.slice(2),
  directory: repositoryRoot,
});

/** Only when the lock file is another than the last time. */
async function install(): Promise<void> {
  const mark = join(folder, 'node_modules/.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (readMark(mark) === wanted) return;
  // No script of a runtime has to run for it to work, and none of them is ours.
  const { code: status, output } = await runCommand('npm', ['ci', '--ignore-scripts', '--no-progress'], {
    directory: folder,
  });
  if (status !== 0) {
    console.error(`The agent runtimes could not be installed:\n${output}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  writeFileSync(mark, wanted);
}

function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
