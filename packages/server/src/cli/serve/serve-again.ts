import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { printError, type Terminal } from '../terminal/terminal.ts';
import { restartOnChange } from './restart-on-change.ts';

/**
 * Runs the server in a process of its own and replaces that whenever something beside the swarm source changes: modules
 * cannot be loaded a second time into the same process. Runs that were under way are taken up again by the next one.
 */
export function serveAgain(config: Config, terminal: Terminal): Promise<number> {
  const { folder, environment } = terminal;
  const [program, ...words] = process.argv.slice(1);
  return restartOnChange({
    folder: dirname(resolve(folder, config.values.swarmSource)),
    start: () =>
      spawn(process.execPath, [...process.execArgv, program!, ...words, '--no-reload'], {
        cwd: folder,
        env: environment as NodeJS.ProcessEnv,
        stdio: 'inherit',
        // In a group of its own, so that Ctrl-C reaches it once: from us, not from the terminal as well.
        detached: process.platform !== 'win32',
      }),
    say: (line) => printError(terminal, line),
  });
}
