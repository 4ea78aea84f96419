import { spawn } from 'node:child_process';

export interface CommandResult {
  code: number | null;
  stdout: string;
  /** Standard output and standard error in the order they arrived. */
  output: string;
}

/** Runs a program to its end, without input, and returns what it printed; a non-zero exit is a result, not an error. */
export function runCommand(
  command: string,
  argumentsList: readonly string[],
  { directory, env = {} }: { directory: string; env?: Readonly<Record<string, string>> },
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, argumentsList, {
      cwd: directory,
      env: { ...withoutNpmProject(process.env), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (cause) => reject(new Error(`Could not start ${command}. Is it installed?`, { cause })));
    child.on('close', (code) => resolve({ code, stdout, output }));
  });
}

/**
 * Under `npm test` the environment says which project npm is working in and how quiet it was asked to be; an npm
 * started inside a temporary folder must not take that for its own. The cache, the registry and the like stay.
 */
function withoutNpmProject(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const project = /^npm_(package_|lifecycle_|config_local_prefix$|config_loglevel$)/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !project.test(name)));
}
