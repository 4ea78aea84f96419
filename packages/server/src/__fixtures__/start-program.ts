import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DevelopmentTokens } from '../auth/development/development-authenticator.ts';

const PROGRAM = fileURLToPath(new URL('server-program.ts', import.meta.url));

export type Program = AsyncDisposable & {
  child: ChildProcess;
  url: string;
  port: number;
  /** How long the process took until it listened, by its own clock. */
  readyMs: number;
  tokens: DevelopmentTokens;
  /** What it has written to standard error so far. */
  log(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** Starts the server program, or another one that says the same, and resolves when it listens. */
export async function startProgram(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  program = PROGRAM,
): Promise<Program> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // With the cache, all but the first of them start in half the time.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    void ended.then((code) => reject(new Error(`the program ended with ${code}:\n${log}`)));
  });
  return {
    child,
    ...(JSON.parse(said) as Pick<Program, 'url' | 'port' | 'tokens' | 'readyMs'>),
    log: () => log,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
