import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

// `npm run e2e:agents`: installs the agent runtimes into a folder of their own, which takes more than a gigabyte, and
// drives each of them against a scripted model server. What follows the command is passed on to vitest.
const folder = join(repositoryRoot, 'e2e/agents');
await install();
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const options = ['run', '--config', join(folder, 'vitest.config.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, [vitest, ...options], { cwd: repositoryRoot, stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;

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
