import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Started = {
  child: ChildProcess;
  /** Lines of standard output, as they come. */
  lines: string[];
  /** Resolves when so many lines have come, or the process has ended. */
  hasSaid: (lines: number) => Promise<void>;
  /** Resolves with the exit code, or null after a signal, when all output has been read. */
  ended: Promise<number | null>;
};

/** Starts a program in a process of its own. */
export function startProcess(program: URL, values: readonly string[]): Started {
  const child = spawn(process.execPath, [fileURLToPath(program), ...values], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const { count, resolve } of waiting) if (lines.length >= count) resolve();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return {
    child,
    lines,
    ended,
    hasSaid: (count) =>
      new Promise((resolve) => {
        if (lines.length >= count) resolve();
        waiting.push({ count, resolve });
        void ended.then(() => resolve());
      }),
  };
}
