import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type JSONObject, type JSONValue, PosthouseError } from '@posthouse/protocol';
import { z } from 'zod';
import { OutcomeUnknown } from '../definitions/outcome-unknown.ts';
import type { Interpreter } from './find-interpreter.ts';
import { splitOutput } from './split-output.ts';
import { PingWatch } from './ping-watch.ts';
import type { PythonEvent } from './python-event.ts';
import { PythonMissing } from './python-missing.ts';

const RUNNER = join(import.meta.dirname, 'runner.py');
const PROTOCOL = 1;
/** How long the interpreter may take to start; the shims of version managers take a while. */
const MAX_START_MS = 30_000;
/** How long coroutines may tidy up when we let go; the runner knows a second. */
const MAX_END_MS = 2_000;
const MAX_PRINTED = 8_192;
/** The runner keeps answers below this. Characters beyond ASCII are escaped, and so six times as long. */
const MAX_ANSWER = 400 * 1024 * 1024;
const MAX_COMPLAINTS = 65_536;

export type PythonProcessOptions = {
  interpreter: Interpreter;
  /** Folders to import from, before all others. */
  folders: readonly string[];
  environment?: Readonly<Record<string, string>> | undefined;
  /** How long the event loop may be blocked while something runs. */
  unansweredMs: number;
  /** How long an import or a factory may block it. */
  setUpMs: number;
  onEvent: (event: PythonEvent) => void;
};

export type PythonRequest = JSONObject & { op: string };

/** The user's code runs in the process that answers, and can reach whatever the runner writes with. */
const lineSchema = z.object({
  id: z.number().optional(),
  value: z.custom<JSONValue>().optional(),
  error: z.object({ type: z.string(), message: z.string(), traceback: z.string() }).optional(),
  cancelled: z.literal(true).optional(),
  remark: z.string().optional(),
  /** Whether a factory is at work, which may block the event loop for a while. */
  blocks: z.boolean().optional(),
  ready: z.object({ protocol: z.number(), version: z.string(), executable: z.string() }).optional(),
  refused: z.string().optional(),
});

type ProcessLine = z.infer<typeof lineSchema>;

type Pending = {
  /** For the log: what was asked for. */
  name: string;
  /** Whether it may have effects. */
  runs: boolean;
  resolve: (value: JSONValue) => void;
  reject: (error: Error) => void;
  onRemark?: ((text: string) => void) | undefined;
  /** Set while a factory is at work for it. */
  setUp?: Disposable | undefined;
};

export type PythonRequestOptions = {
  signal?: AbortSignal | undefined;
  onRemark?: ((text: string) => void) | undefined;
};

/** One child process with a Python interpreter in it. Once it is gone it is of no more use. */
export class PythonProcess {
  /** Resolves with the reason when the process has ended. */
  readonly gone: Promise<string>;
  readonly #child: ChildProcess;
  readonly #requests: Writable;
  readonly #options: PythonProcessOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #watch: PingWatch;
  readonly #ready = Promise.withResolvers<NonNullable<ProcessLine['ready']>>();
  #isReady = false;
  #lastId = 0;
  /** Names are looked up one after the other: the time that one takes is no other's. */
  #resolved: Promise<unknown> = Promise.resolve();
  /** What was printed before it was ready. */
  #complaints = '';
  /** Why it was ended, if by us. */
  #verdict: string | undefined;
  /** Why it has ended. */
  #farewell: string | undefined;

  private constructor(options: PythonProcessOptions) {
    const { interpreter, folders, environment, onEvent, unansweredMs } = options;
    this.#options = options;
    const child = spawn(interpreter.command, ['-X', 'utf8', RUNNER, JSON.stringify(folders)], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...interpreter.environment, ...environment },
      // A group of its own: Ctrl-C in the terminal is for the server, which then lets its actions finish.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#requests = child.stdio[3] as Writable;
    // Writing to a process that has just ended is no error of ours: its end is told by `exit`.
    this.#requests.on('error', () => undefined);
    (child.stdio[4] as Readable).on(
      'data',
      splitOutput(MAX_ANSWER, (line, isCut) => this.#take(line, isCut)),
    );
    for (const stream of ['stdout', 'stderr'] as const) {
      const read = splitOutput(MAX_PRINTED, (text) => {
        // Until it is ready only the interpreter speaks: what it says may be why it does not start.
        if (!this.#isReady) this.#complaints = `${this.#complaints}${text}\n`.slice(0, MAX_COMPLAINTS);
        else onEvent({ kind: 'printed', stream, text });
      });
      child[stream]!.on('data', read).on('end', read.end);
    }
    this.#watch = new PingWatch({
      limitMs: unansweredMs,
      ping: () => this.#ask({ op: 'ping' }, { runs: false }).then(() => undefined),
      onSilence: () => this.#kill(`its event loop was blocked for ${unansweredMs / 1000} s`),
    });
    this.gone = new Promise((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        // Errors that come later are about signals to a process that is gone.
        if (child.pid === undefined)
          resolve(error.code === 'ENOENT' ? 'is not there' : `cannot be started (${error.code})`);
      });
      const end = (code: number | null, signal: NodeJS.Signals | null): void =>
        resolve(this.#verdict ?? toFarewell(code, signal));
      // `close` waits for the last words, and later for every program that the user's code has started.
      child.once('exit', (...how) => void (this.#isReady ? end(...how) : child.once('close', end)));
    });
    void this.gone.then((reason) => this.#failAll(reason));
  }

  /** Rejects with `PythonMissing` when there is no Python that the code could run in. */
  static async start(options: PythonProcessOptions): Promise<PythonProcess> {
    const started = new PythonProcess(options);
    const timer = setTimeout(() => started.#kill(`did not start within ${MAX_START_MS / 1000} s`), MAX_START_MS);
    try {
      const { version, executable } = await started.#ready.promise;
      options.onEvent({ kind: 'started', version, executable });
      return started;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks for something that has no effects: what a name stands for. */
  resolve(name: string): Promise<JSONValue> {
    const resolve = async (): Promise<JSONValue> => {
      using _setUp = this.#setUp(`importing '${name}'`);
      return await this.#ask({ op: 'resolve', name }, { name, runs: false });
    };
    const resolved = this.#resolved.then(resolve, resolve);
    this.#resolved = resolved;
    return resolved;
  }

  /** Runs something. Rejects with `OutcomeUnknown` when the process ends before it has answered. */
  async run(
    request: PythonRequest & { name: string },
    { signal, onRemark }: PythonRequestOptions = {},
  ): Promise<JSONValue> {
    signal?.throwIfAborted();
    const watched = this.#watch.watch();
    const id = this.#lastId + 1;
    const answer = this.#ask(request, { name: request.name, runs: true, onRemark });
    void answer.catch(() => undefined).then(() => watched[Symbol.dispose]());
    if (signal === undefined) return answer;
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => {
      this.#send({ op: 'cancel', call: id });
      aborted.reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([answer, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Lets coroutines tidy up for a moment, then ends the process. */
  async end(): Promise<void> {
    this.#verdict ??= 'the server has let go of it';
    this.#requests.end();
    const timer = setTimeout(() => this.#kill('it did not end by itself'), MAX_END_MS);
    await this.gone;
    clearTimeout(timer);
  }

  /** Something may block the event loop, for longer than code that runs, until the result is disposed of. */
  #setUp(what: string): Disposable {
    const { setUpMs } = this.#options;
    const pause = this.#watch.pause();
    const timer = setTimeout(() => this.#kill(`${what} took longer than ${setUpMs / 1000} s`), setUpMs);
    return {
      [Symbol.dispose]: () => {
        clearTimeout(timer);
        pause[Symbol.dispose]();
      },
    };
  }

  #ask(
    request: PythonRequest,
    about: Omit<Pending, 'resolve' | 'reject' | 'name'> & { name?: string },
  ): Promise<JSONValue> {
    if (this.#farewell !== undefined) return Promise.reject(toEnded(this.#farewell));
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<JSONValue>();
    this.#pending.set(id, { name: request.op, ...about, resolve, reject });
    this.#send({ ...request, id });
    return promise;
  }

  #send(request: JSONObject): void {
    if (this.#requests.writable) this.#requests.write(`${JSON.stringify(request)}\n`);
  }

  #take(line: string, isCut: boolean): void {
    if (isCut) return this.#kill('it answered more than fits into memory');
    const answer = readAnswer(line);
    // Which request it belongs to is unknown, so nothing that runs there can be waited for any more.
    if (answer === undefined) return this.#kill('it sent an answer that nobody can read');
    const { id = 0, value = null, error, cancelled, remark, blocks, ready, refused } = answer;
    if (refused !== undefined) this.#verdict = refused;
    if (ready !== undefined) {
      if (ready.protocol === PROTOCOL) {
        this.#isReady = true;
        this.#ready.resolve(ready);
      } else this.#kill(`speaks version ${ready.protocol} of our protocol instead of ${PROTOCOL}`);
    }
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (remark !== undefined) return pending.onRemark?.(remark);
    if (blocks === true) pending.setUp ??= this.#setUp(`the factory '${pending.name}'`);
    else pending.setUp?.[Symbol.dispose]();
    if (blocks !== undefined) return;
    this.#pending.delete(id);
    if (cancelled === true) return pending.reject(new PosthouseError({ code: 'action_failed', message: 'cancelled' }));
    if (error === undefined) return pending.resolve(value);
    this.#options.onEvent({ kind: 'raised', name: pending.name, traceback: error.traceback.trimEnd() });
    pending.reject(
      new PosthouseError({ code: 'action_failed', message: error.message, details: { type: error.type } }),
    );
  }

  #kill(verdict: string): void {
    this.#verdict ??= verdict;
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      // With it goes what it has started, wherever there are groups.
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }

  #failAll(reason: string): void {
    this.#farewell = reason;
    this.#watch[Symbol.dispose]();
    const complaint = toComplaint(this.#complaints);
    this.#ready.reject(
      new PythonMissing(this.#options.interpreter, complaint === '' ? reason : `${reason}: ${complaint}`),
    );
    // Somebody may wait for it, or not.
    this.#ready.promise.catch(() => undefined);
    for (const { name, runs, reject, setUp } of this.#pending.values()) {
      setUp?.[Symbol.dispose]();
      reject(
        runs
          ? new OutcomeUnknown(
              `the Python process ended while '${name}' ran: ${reason}; it may or may not have taken effect`,
            )
          : toEnded(reason),
      );
    }
    this.#pending.clear();
  }
}

function readAnswer(line: string): ProcessLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** What matters of what a Python that did not start has printed: a traceback says at its end what is wrong, all else at its beginning. */
function toComplaint(printed: string): string {
  const lines = printed.trim().split('\n');
  const line = printed.includes('Traceback (most') ? lines.at(-1) : lines[0];
  return line!.replace(/\.+$/, '');
}

function toEnded(reason: string): PosthouseError {
  return new PosthouseError({ code: 'action_failed', message: `the Python process ended: ${reason}` });
}

function toFarewell(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}
