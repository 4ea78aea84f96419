import { createClient, type MAILClient, RequestError, type TellingStream } from '@posthouse/client';
import { type JSONValue, messageOf, type Whoami } from '@posthouse/protocol';
import { askForAnswers, toQuestion } from '../conversation/ask-for-answers.ts';
import type { Outcome } from '../conversation/outcome.ts';
import { TaskView, type TaskViewOptions } from '../conversation/task-view.ts';
import type { Palette } from '../terminal/palette.ts';
import { isInteractive, print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';

export type ReplSessionOptions = {
  terminal: Terminal;
  palette: Palette;
  url: string;
  token?: string;
  timeoutMs: number;
  verbose: boolean;
  json: boolean;
  /** Asks somebody for an answer; undefined when nobody wants to give one. */
  ask: (prompt: string) => Promise<string | undefined>;
  /** Aborts when the prompt is left. */
  signal: AbortSignal;
};

/** How a stream of a task is shown. */
export type WatchOptions = { mode: Exclude<TaskViewOptions['mode'], 'json'>; verbose: boolean; swarm?: string };

/** What lasts from one command of the prompt to the next: the server, who we are to it, and the task at hand. */
export class ReplSession {
  client: MAILClient;
  caller: Whoami | undefined;
  /** The task that was talked about last. */
  lastTask: string | undefined;
  /** Ids of tasks that were seen, for completion. */
  readonly tasks = new Set<string>();
  readonly options: ReplSessionOptions;
  /** What Ctrl-C does at the moment. */
  #interrupt: (() => void) | undefined;

  constructor(options: ReplSessionOptions) {
    this.options = options;
    this.client = this.#connect(options.token);
  }

  get palette(): Palette {
    return this.options.palette;
  }

  /** Shows an answer: as text for people, or raw. */
  tell(raw: JSONValue | object, text: string, verbose = false): void {
    const { terminal, json } = this.options;
    if (json) print(terminal, JSON.stringify(raw));
    else print(terminal, verbose || this.options.verbose ? toPrintable(JSON.stringify(raw, null, 2)) : text);
  }

  /** Finds out who we are, which only the prompt needs to know. */
  async identify(): Promise<void> {
    this.caller = await this.client.whoami({ timeoutMs: 5_000 }).catch((error: unknown) => {
      if (error instanceof RequestError) return undefined;
      throw error;
    });
  }

  async login(token: string): Promise<Whoami> {
    this.caller = await this.client.login(token);
    return this.caller;
  }

  logout(): void {
    this.client = this.#connect(undefined);
    this.caller = undefined;
  }

  interrupt(): void {
    this.#interrupt?.();
  }

  /** Watches a run to its end. At a pause it asks for the answers and goes on; Ctrl-C cancels the task. */
  async watch(stream: TellingStream, options: WatchOptions): Promise<void> {
    let current: TellingStream | undefined = stream;
    while (current !== undefined) {
      const { taskId }: TellingStream = current;
      const outcome: Outcome | undefined = await this.#watchOnce(current, options, () => this.#cancel(taskId, options));
      current = outcome?.status === 'paused' ? await this.#answer(outcome, taskId, options) : undefined;
    }
  }

  /** Only watches: Ctrl-C stops watching and cancels nothing. */
  async observe(open: (signal: AbortSignal) => TellingStream, options: WatchOptions): Promise<Outcome | undefined> {
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, this.options.signal]);
    return this.#watchOnce(open(signal), options, () => leaving.abort(), signal);
  }

  async #watchOnce(
    stream: TellingStream,
    { mode, verbose }: WatchOptions,
    interrupt: () => void,
    signal: AbortSignal = this.options.signal,
  ): Promise<Outcome | undefined> {
    const { terminal, json } = this.options;
    this.lastTask = stream.taskId;
    this.tasks.add(stream.taskId);
    using view = new TaskView({ terminal, palette: this.palette, mode: json ? 'json' : mode, verbose });
    this.#interrupt = interrupt;
    try {
      const outcome = await view.watch(stream);
      print(terminal, view.sumUp(outcome, stream.taskId));
      return outcome;
    } catch (error) {
      if (!signal.aborted) throw error;
      view[Symbol.dispose]();
      if (!json) print(terminal, `Task ${stream.taskId} keeps running; watch it with: follow ${stream.taskId}`);
      return undefined;
    } finally {
      this.#interrupt = undefined;
    }
  }

  #cancel(taskId: string, { swarm }: WatchOptions): void {
    const { terminal } = this.options;
    print(terminal, `\nCancelling task ${taskId}.`);
    this.client.cancel(taskId, { swarm }).catch((error: unknown) => {
      print(terminal, `It could not be cancelled: ${messageOf(error)}`);
    });
  }

  /** The stream that continues with the answers; undefined when the task is left waiting. */
  async #answer({ questions }: Outcome, taskId: string, options: WatchOptions): Promise<TellingStream | undefined> {
    const { terminal, json, ask, signal } = this.options;
    if (json) return undefined;
    const question = (text: string) => {
      print(terminal, text);
      return ask('answer (leave empty to answer later)> ');
    };
    const answers = isInteractive(terminal) ? await askForAnswers(questions, question, this.palette) : undefined;
    if (answers === undefined) {
      if (!isInteractive(terminal)) for (const each of questions) print(terminal, toQuestion(each, this.palette));
      print(terminal, `The task waits for an answer: resume ${taskId} ANSWER`);
      return undefined;
    }
    const { swarm } = options;
    return this.client.resumeTellings(taskId, answers, {
      questions,
      signal,
      swarm,
    });
  }

  #connect(token: string | undefined): MAILClient {
    const { url, timeoutMs } = this.options;
    return createClient({ baseURL: url, timeoutMs, token });
  }
}
