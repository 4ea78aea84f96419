import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { EXIT } from '../exit-code.ts';
import { printError, type Terminal } from '../terminal/terminal.ts';
import { watchFolder } from './watch-folder.ts';

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

type RestartOptions = {
  /** Where changes count. */
  folder: string;
  start: () => ChildProcess;
  say: (line: string) => void;
};

/**
 * Keeps a process running, and replaces it by a new one whenever a source in a folder changes. Ctrl-C and SIGTERM are
 * handed on to it, and end both. Gives the exit code of the last one.
 */
export async function restartOnChange({ folder, start, say }: RestartOptions): Promise<number> {
  const leaving = new AbortController();
  let child: ChildProcess | undefined;
  const changes = watchFolder(folder, (file) => {
    say(`${basename(file)} has changed: restarting.`);
    child?.kill('SIGTERM');
  });
  const leave = (signal: NodeJS.Signals): void => {
    leaving.abort();
    changes.wake();
    child?.kill(signal);
  };
  process.on('SIGINT', leave).on('SIGTERM', leave);
  try {
    let code: number | null = EXIT.complete;
    while (!leaving.signal.aborted) {
      const seen = changes.count;
      child = start();
      [code] = (await once(child, 'close')) as [number | null];
      // A server that ended by itself would only do so again, until somebody mends what is wrong.
      if (leaving.signal.aborted || changes.count !== seen) continue;
      say(`The server has ended; waiting for a change in ${folder}.`);
      await changes.next();
    }
    return code ?? EXIT.error;
  } finally {
    changes.close();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}
