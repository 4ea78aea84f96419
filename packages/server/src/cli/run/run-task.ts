import { messageOf } from '@posthouse/protocol';
import {
  createClient,
  type MAILClient,
  type MessageStreamOptions,
  type NewMessage,
  type ResumeResults,
  type SwarmChoice,
  type TellingStream,
} from '@posthouse/client';
import { text as readAll } from 'node:stream/consumers';
import { askForAnswers, toAnswerContent, toQuestion } from '../conversation/ask-for-answers.ts';
import type { Outcome } from '../conversation/outcome.ts';
import { TaskView } from '../conversation/task-view.ts';
import { EXIT, toExitCode } from '../exit-code.ts';
import { Palette } from '../terminal/palette.ts';
import { isInteractive, print, printError, type Terminal } from '../terminal/terminal.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { UsageError } from '../usage-error.ts';
import { askOnce } from './ask-once.ts';
import { openPlace, type Place } from './open-place.ts';

export type RunFlags = {
  url?: string;
  'api-key'?: string;
  'swarm-source'?: string;
  'swarm-name'?: string;
  library?: string;
  'fetch-from'?: readonly string[];
  'task-id'?: string;
  result?: string;
  results?: string;
  subject?: string;
  entrypoint?: string;
  timeout?: number;
  'max-steps'?: number;
  quiet?: boolean;
  verbose?: boolean;
  json?: boolean;
};

/** Has a swarm do one task and shows it. Gives the exit code that tells how it ended. */
export async function runTask(words: readonly string[], flags: RunFlags, terminal: Terminal): Promise<number> {
  const start = await toStart(words, flags, terminal);
  await using place = await openPlace(flags, terminal);
  const client = createClient({ baseURL: place.url, token: place.token });
  // Awaited here, because the place is closed as soon as this function is left.
  return await new TaskRun({ client, place, flags, terminal }).run(start);
}

/** What is handed over first: a message, or the results that a task waits for, or nothing to one that is only watched. */
type Start = { message: NewMessage } | { taskId: string; results?: ResumeResults };

async function toStart(words: readonly string[], flags: RunFlags, terminal: Terminal): Promise<Start> {
  const { result, results, 'task-id': taskId, subject, entrypoint, timeout, 'max-steps': maxSteps } = flags;
  if (result !== undefined || results !== undefined) {
    if (taskId === undefined) throw new UsageError('--result answers a paused task: name it with --task-id.');
    if (words.length > 0) throw new UsageError('A paused task needs its result first; send the message after that.');
    return {
      taskId,
      results: results === undefined ? { content: toAnswerContent(result!) as string } : parseResults(results),
    };
  }
  const body = words.length === 0 || words.join(' ') === '-' ? await readBody(terminal) : words.join(' ');
  if (body.trim() === '') {
    if (taskId !== undefined) return { taskId };
    throw new UsageError('There is nothing to ask.', {
      hint: `For example: ${terminal.program} run 'What can you do?'`,
    });
  }
  const swarm = flags['swarm-name'];
  return {
    message: {
      body,
      kwargs: { timeout, maxSteps },
      subject,
      entrypoint,
      taskId,
      swarm,
    },
  };
}

async function readBody({ input }: Terminal): Promise<string> {
  return input.isTTY === true ? '' : (await readAll(input)).replace(/\r?\n$/, '');
}

function parseResults(text: string): ResumeResults {
  const list = toAnswerContent(text);
  const isList =
    Array.isArray(list) && list.every((item) => typeof (item as { call_id?: unknown })?.call_id === 'string');
  if (!isList) throw new UsageError('--results is a JSON list like [{"call_id": "…", "content": "…"}].');
  return (list as { call_id: string; content: unknown }[]).map(({ call_id: callId, content }) => ({ callId, content }));
}

type TaskRunOptions = { client: MAILClient; place: Place; flags: RunFlags; terminal: Terminal };

/** One task from its message to its end, with the pauses in between. */
class TaskRun {
  readonly #client: MAILClient;
  readonly #place: Place;
  readonly #flags: RunFlags;
  readonly #terminal: Terminal;
  readonly #palette: Palette;
  readonly #abort = new AbortController();

  constructor({ client, place, flags, terminal }: TaskRunOptions) {
    this.#client = client;
    this.#place = place;
    this.#flags = flags;
    this.#terminal = terminal;
    this.#palette = new Palette(wantsColour(terminal.output, terminal.environment));
  }

  async run(start: Start): Promise<number> {
    const options = { signal: this.#abort.signal, ...this.#swarm() };
    let stream = this.#begin(start, options);
    for (;;) {
      const outcome = await this.#watch(stream);
      if (outcome === undefined) return EXIT.cancelled;
      const answers = await this.#answer(outcome, stream.taskId);
      if (answers === undefined) return toExitCode(outcome.status);
      stream = this.#client.resumeTellings(stream.taskId, answers, { ...options, questions: outcome.questions });
    }
  }

  #begin(start: Start, options: MessageStreamOptions & SwarmChoice): TellingStream {
    if ('message' in start) return this.#client.postMessageTellings(start.message, options);
    const { taskId, results } = start;
    if (results === undefined) return this.#client.tellings(taskId, options);
    return this.#client.resumeTellings(taskId, results, options);
  }

  /** Undefined when somebody did not want to wait for the end of a task that is being cancelled. */
  async #watch(stream: TellingStream): Promise<Outcome | undefined> {
    const { json, quiet, verbose = false } = this.#flags;
    const mode = json === true ? 'json' : quiet === true ? 'answer' : 'conversation';
    using view = new TaskView({ terminal: this.#terminal, palette: this.#palette, mode, verbose });
    using _ = onInterrupt((times) => this.#interrupt(stream.taskId, times));
    try {
      const outcome = await view.watch(stream);
      // What a program reads is the output; what people read besides it is not.
      if (mode === 'json') print(this.#terminal, view.sumUp(outcome, stream.taskId));
      else if (mode === 'conversation') printError(this.#terminal, view.sumUp(outcome, stream.taskId));
      return outcome;
    } catch (error) {
      if (this.#abort.signal.aborted) return undefined;
      throw error;
    }
  }

  #interrupt(taskId: string, times: number): void {
    if (times > 1) return this.#abort.abort();
    printError(this.#terminal, `\nCancelling task ${taskId}; press Ctrl-C again to leave at once.`);
    // The end of the stream tells that it worked.
    this.#client.cancel(taskId, this.#swarm()).catch((error: unknown) => {
      printError(this.#terminal, `It could not be cancelled: ${messageOf(error)}`);
      this.#abort.abort();
    });
  }

  /** On a pause: what somebody at the terminal answers. Undefined when nobody does, or there is nothing to answer. */
  async #answer({ status, questions }: Outcome, taskId: string) {
    // A budget is for an admin to raise, and the notice has said so.
    if (status !== 'paused' || questions.length === 0) return undefined;
    const { json, quiet } = this.#flags;
    const canAsk = isInteractive(this.#terminal) && json !== true && quiet !== true;
    const answers = canAsk
      ? await askForAnswers(questions, (question) => askOnce(question, this.#terminal), this.#palette)
      : undefined;
    if (answers !== undefined || json === true) return answers;
    if (!canAsk) for (const each of questions) printError(this.#terminal, toQuestion(each, this.#palette));
    const hint = this.#place.isLocal
      ? 'The task waits for an answer, and is lost when this program ends.'
      : `The task waits for an answer: ${this.#terminal.program} run --task-id ${taskId} --result TEXT`;
    printError(this.#terminal, hint);
    return undefined;
  }

  #swarm(): { swarm?: string } {
    return { swarm: this.#flags['swarm-name'] };
  }
}

/** Calls back on every Ctrl-C until it is disposed of, with how many there have been; the process goes on. */
export function onInterrupt(callback: (times: number) => void): Disposable {
  let times = 0;
  const hear = (): void => callback((times += 1));
  process.on('SIGINT', hear);
  return { [Symbol.dispose]: () => void process.off('SIGINT', hear) };
}
