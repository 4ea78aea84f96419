import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/posthouse.ts', import.meta.url));

export type ChildOptions = { folder: string; environment?: Record<string, string>; input?: string };

export type Child = {
  process: ChildProcess;
  output(): string;
  complaints(): string;
  /** Its exit code, once everything it wrote has been read. */
  ended: Promise<number | null>;
  /** Waits until its output or its complaints have that. */
  says(pattern: RegExp): Promise<void>;
};

/** Starts the command as a shell would, with nothing of this machine's settings. */
export function startPosthouse(words: readonly string[], { folder, environment = {}, input }: ChildOptions): Child {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
  });
  let [output, complaints] = ['', ''];
  const waiting: { pattern: RegExp; resolve: () => void }[] = [];
  const hear = () => {
    for (const { pattern, resolve } of waiting) if (pattern.test(output + complaints)) resolve();
  };
  child.stdout.on('data', (chunk: Buffer) => ((output += chunk.toString()), hear()));
  child.stderr.on('data', (chunk: Buffer) => ((complaints += chunk.toString()), hear()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    process: child,
    output: () => output,
    complaints: () => complaints,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        waiting.push({ pattern, resolve });
        hear();
        void ended.then(() => reject(new Error(`it ended without saying ${pattern}: ${output}${complaints}`)));
      }),
  };
}

/** Runs the command to its end. */
export async function runPosthouse(
  words: readonly string[],
  options: ChildOptions,
): Promise<{ code: number | null; output: string; complaints: string }> {
  const child = startPosthouse(words, options);
  const code = await child.ended;
  return { code, output: child.output(), complaints: child.complaints() };
}
