import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The app in a process of its own, as people start it. */
export type Program = AsyncDisposable & {
  url: string;
  code: string;
  output: () => string;
  /** Ends it without asking. */
  kill: () => Promise<void>;
  /** Asks it to end, and tells its exit code. */
  stop: () => Promise<number | null>;
};

/** Starts it on a free port and waits until it listens. */
export async function startProgram(args: readonly string[], env: Record<string, string> = {}): Promise<Program> {
  const { EVE_TOKEN: _, EVE_DATA_DIR: __, PORT: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN, '--port', '0', ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const heard = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.includes('Ctrl-C')) heard.resolve();
    });
  }
  const ended = end(child);
  await Promise.race([heard.promise, ended.then(() => Promise.reject(new Error(`It ended at once:\n${output}`)))]);
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return await ended;
  };
  return {
    url: /http:\/\/[\w.:]+/.exec(output)![0],
    code: /code: (\S+)/.exec(output)![1]!,
    output: () => output,
    kill: async () => void (await stop('SIGKILL')),
    stop: async () => await stop('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  };
}

async function end(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
