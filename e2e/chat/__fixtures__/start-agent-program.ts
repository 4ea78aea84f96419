import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('agent-program.ts', import.meta.url));

/** A server with agents that runs in a process of its own. */
export type AgentProgram = AsyncDisposable & {
  url: string;
  pid: number;
  /** What it has printed on its standard error, in the end. */
  complaints(): string;
  /** Settles when it is gone. */
  ended: Promise<unknown>;
  signal(name: NodeJS.Signals): void;
  call(path: string, options?: { method?: string; body?: unknown }): Promise<Response>;
};

export async function startAgentProgram(options: {
  database: string;
  /** How much its heap may grow to, in megabytes. */
  heap?: number;
  /** How long agents may have nothing to do before their processes are ended, in milliseconds. */
  idleMs?: number;
}): Promise<AgentProgram> {
  const words = ['--database', options.database];
  if (options.idleMs !== undefined) words.push('--idle', String(options.idleMs));
  const nodeWords = options.heap === undefined ? [] : [`--max-old-space-size=${options.heap}`];
  const child = spawn(process.execPath, [...nodeWords, PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints = (complaints + piece).slice(-4_000)));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('\n')) resolve(text);
    });
    void ended.then(() => reject(new Error(`the program ended before it listened: ${complaints}`)));
  });
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    pid: child.pid!,
    complaints: () => complaints,
    ended,
    signal: (name) => void child.kill(name),
    call: (path, { method = 'GET', body } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: 'Bearer alice' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
