import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../main.ts', import.meta.url));
export const TOKEN = 'a'.repeat(64);

export type JobsProgram = AsyncDisposable & {
  url: string;
  /** Ends it without a warning. */
  kill(): Promise<void>;
};

/** The app as people start it, in a process of its own. */
export async function startJobs(dataDir: string): Promise<JobsProgram> {
  const child = spawn(process.execPath, [PROGRAM, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, EVE_TOKEN: TOKEN, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The app ended before it listened: ${text}`)));
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, kill, [Symbol.asyncDispose]: kill };
}
