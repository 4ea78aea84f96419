import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { guardedEnvironment } from './orphan-guard.ts';

/** The end of what a program has printed as errors. */
const MAX_TAIL = 4_096;

export interface SpawnedProgram {
  readonly child: ChildProcess;
  /** The last lines of its error output; empty if it never complained. */
  readonly complaints: () => string;
}

/** Starts an agent program with pipes, and keeps the end of what it prints as errors. It does not outlive us. */
export function spawnProgram(command: string, args: readonly string[], options: SpawnOptions): SpawnedProgram {
  const env = guardedEnvironment(options.env ?? process.env);
  const child = spawn(command, args, { ...options, env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-MAX_TAIL);
  });
  // Writing to a program that has just ended is no error of ours; its end is told by `exit`.
  child.stdin?.on('error', () => undefined);
  return { child, complaints: () => tail.trim() };
}
