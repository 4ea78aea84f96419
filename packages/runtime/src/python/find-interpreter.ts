import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Which Python to start, and what its environment has to say beyond ours. */
export type Interpreter = {
  command: string;
  environment: Record<string, string>;
  /** Why this one, for sentences: `--python`, `VIRTUAL_ENV` or nothing in particular. */
  chosenBy: 'given' | 'VIRTUAL_ENV' | 'default';
};

export type InterpreterOptions = {
  /** An interpreter or the folder of a virtual environment, if one was named. */
  python?: string | undefined;
  environment?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
};

/**
 * Finds the Python to run a swarm's code with: the one that was named, else that of `VIRTUAL_ENV`, else `python3`. Starts
 * nothing.
 *
 * @example findInterpreter({ python: '.venv' }).command // '.venv/bin/python'
 */
export function findInterpreter({
  python,
  environment = process.env,
  platform = process.platform,
}: InterpreterOptions = {}): Interpreter {
  if (python !== undefined) {
    const command = isFolder(python) ? interpreterIn(python, platform) : python;
    return { command, environment: toEnvironment(command, environment), chosenBy: 'given' };
  }
  const { VIRTUAL_ENV: active = '' } = environment;
  if (active !== '') {
    const command = interpreterIn(active, platform);
    return { command, environment: toEnvironment(command, environment), chosenBy: 'VIRTUAL_ENV' };
  }
  return { command: platform === 'win32' ? 'python' : 'python3', environment: {}, chosenBy: 'default' };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function interpreterIn(folder: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** Programs that the user's code starts should find the same environment. */
function toEnvironment(command: string, { PATH = '' }: NodeJS.ProcessEnv): Record<string, string> {
  const programs = dirname(command);
  const root = dirname(programs);
  if (!existsSync(join(root, 'pyvenv.cfg'))) return {};
  return { VIRTUAL_ENV: root, PATH: PATH === '' ? programs : `${programs}${delimiter}${PATH}` };
}
