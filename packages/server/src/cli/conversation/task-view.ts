import type { TellingStream } from '@posthouse/client';
import { PosthouseError, type Telling, toQueuedText, toWireTelling } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { isInteractive, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { type Outcome, toOutcome } from './outcome.ts';
import { NO_PROGRESS, type Progress, toProgress } from './progress.ts';
import { RunLines } from './run-lines.ts';
import { StatusLine } from './status-line.ts';

export type TaskViewOptions = {
  terminal: Terminal;
  palette: Palette;
  /** `conversation` shows everything that is said, `answer` only the end, `json` each telling as a line of JSON. */
  mode: 'conversation' | 'answer' | 'json';
  verbose: boolean;
};

/** Shows a run while it is watched. On a terminal a line at the bottom tells who is at work and what was used. */
export class TaskView implements Disposable {
  readonly #options: TaskViewOptions;
  readonly #lines: RunLines;
  readonly #status: StatusLine | undefined;
  readonly #began = Date.now();
  #progress = NO_PROGRESS;

  constructor(options: TaskViewOptions) {
    const { terminal, palette, mode, verbose } = options;
    const live = isInteractive(terminal);
    this.#options = options;
    this.#lines = new RunLines({ palette, verbose, live });
    if (mode !== 'json' && live) {
      const toStatus = () => toProgressText(this.#progress, Date.now() - this.#began, palette);
      this.#status = new StatusLine(terminal.output, toStatus);
    }
  }

  /** Shows a run up to its end or its next pause, and tells how it came out. */
  async watch(stream: TellingStream): Promise<Outcome> {
    let outcome: Outcome | undefined;
    for await (const telling of stream) {
      outcome = toOutcome(telling);
      this.#progress = toProgress(this.#progress, telling);
      this.#write(this.#toText(telling));
    }
    this[Symbol.dispose]();
    if (outcome !== undefined) return outcome;
    const message = `the stream of task '${stream.taskId}' ended before the task did`;
    throw new PosthouseError({ code: 'stream_cut', message });
  }

  /** How it came out, what it used and how long it took, in one line. */
  sumUp({ status, response, code }: Outcome, taskId: string): string {
    const { mode, palette } = this.#options;
    if (mode === 'json') {
      const result = { event: 'result', task_id: taskId, status, response };
      return JSON.stringify(code === undefined ? result : { ...result, code });
    }
    const seconds = ((Date.now() - this.#began) / 1000).toFixed(1);
    return palette.paint('dim', [`task ${taskId}`, status, ...toUse(this.#progress), `${seconds} s`].join(' · '));
  }

  [Symbol.dispose](): void {
    this.#status?.[Symbol.dispose]();
  }

  #toText(telling: Telling): string {
    const { mode, palette } = this.#options;
    if (mode === 'json') return `${JSON.stringify({ event: 'telling', data: toWireTelling(telling) })}\n`;
    if (mode === 'conversation') return this.#lines.show(telling);
    if (telling.type !== 'end') return '';
    const label = telling.outcome === 'complete' ? '' : `${palette.paint('red', `${telling.outcome}:`)} `;
    return `${label}${toPrintable(telling.text)}\n`;
  }

  #write(text: string): void {
    if (this.#status === undefined) this.#options.terminal.output.write(text);
    else this.#status.write(text);
  }
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const MAX_NAMED_AGENTS = 3;

/** The progress in one line: who is at work, tokens, cost, seconds. */
export function toProgressText(progress: Progress, milliseconds: number, palette: Palette): string {
  const spinner = FRAMES[Math.floor(milliseconds / 100) % FRAMES.length]!;
  const who = progress.queued === undefined ? toWho(progress.working, palette) : toQueuedText(progress.queued);
  const parts = [who, ...toUse(progress), `${Math.floor(milliseconds / 1000)} s`];
  return `${spinner} ${parts.join(' · ')}`;
}

/** What a run has used, as far as that is known. */
export function toUse({ usage }: Progress): string[] {
  if (usage === undefined) return [];
  const { inputTokens, outputTokens, cost } = usage;
  return [
    `${groups(inputTokens + outputTokens)} tokens`,
    ...(cost === undefined ? [] : [`cost ${cost.toFixed(cost < 1 ? 4 : 2)}`]),
  ];
}

function toWho(working: readonly string[], palette: Palette): string {
  if (working.length === 0) return 'working';
  const named = working.slice(0, MAX_NAMED_AGENTS).map((name) => palette.agent(name));
  const more = working.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} working`;
}

/** 1234567 → 1 234 567 */
function groups(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
