import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** `gcMicroseconds` is what collecting garbage for this look at memory has cost, after `cpuMicroseconds` was read. */
export type Usage = { cpuMicroseconds: number; gcMicroseconds: number; rssBytes: number };

type Reply = { id: number; value?: unknown; error?: string };

/** A process that is measured from outside. It answers to messages, see `answer-parent.ts`. */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #next = 1;

  constructor(
    script: string,
    { args = [], nodeArgs = [], env = {} }: { args?: string[]; nodeArgs?: string[]; env?: Record<string, string> } = {},
  ) {
    this.#process = fork(new URL(script, import.meta.url), args, {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning', ...nodeArgs],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', ({ id, value, error }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    this.#process.on('exit', (code, signal) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the process ended with ${code ?? signal}`));
    });
  }

  /** Has the process do something by name, and gives what comes of it. */
  async ask<Result>(name: string, argument?: unknown): Promise<Result> {
    const id = this.#next++;
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#process.send({ id, name, argument });
    return (await answered) as Result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.disconnect();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5_000);
    await gone;
    clearTimeout(timer);
  }
}
