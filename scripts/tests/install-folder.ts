import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';

/**
 * Installs what a folder of tests needs besides the packages of the repository, into that folder. Does nothing if its lock file is the same as the
 * last time. Says what went wrong and ends the process if it does not work.
 */
export async function installFolder(folder: string, options: readonly string[] = []): Promise<void> {
  const mark = join(folder, 'node_modules/.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (readMark(mark) === wanted) return;
  const { code, output } = await runCommand('npm', ['ci', '--no-progress', ...options], { directory: folder });
  if (code !== 0) {
    console.error(`The packages of ${folder} could not be installed:\n${output}`);
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
