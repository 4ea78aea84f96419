import { type MAILFrame, mailFrameWire } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { isInteractive, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { Conversation } from './conversation.ts';
import type { Outcome } from './outcome.ts';
import { NO_PROGRESS, type Progress, toProgress } from './progress.ts';
import { StatusLine } from './status-line.ts';
import { toProgressText } from './to-progress-text.ts';

export type TaskViewOptions = {
  terminal: Terminal;
  palette: Palette;
  /** `conversation` shows everything that is said, `answer` only the end, `json` each frame as a line of JSON. */
  mode: 'conversation' | 'answer' | 'json';
  verbose?: boolean;
};

/** Shows a task while it is watched. On a terminal a line at the bottom tells who is at work and what was used. */
export class TaskView implements Disposable {
  progress: Progress = NO_PROGRESS;
  readonly #options: TaskViewOptions;
  readonly #conversation: Conversation;
  readonly #status: StatusLine | undefined;
  readonly #began = Date.now();

  constructor(options: TaskViewOptions) {
    const { terminal, palette, mode, verbose = false } = options;
    this.#options = options;
    this.#conversation = new Conversation({ palette, verbose });
    if (mode !== 'json' && isInteractive(terminal)) {
      this.#status = new StatusLine(terminal.output, () =>
        toProgressText(this.progress, Date.now() - this.#began, palette),
      );
    }
  }

  show(frame: MAILFrame): void {
    this.progress = toProgress(this.progress, frame);
    const { mode } = this.#options;
    if (mode === 'json') this.#write(`${JSON.stringify(mailFrameWire.emitTrusted(frame))}\n`);
    else if (mode === 'conversation') this.#write(this.#conversation.show(frame));
  }

  /** Shows how it ended, if the frames have not done so. */
  finish({ status, response }: Outcome): void {
    if (this.#options.mode !== 'answer' || status === 'paused') return;
    const text = toPrintable(response);
    this.#write(status === 'complete' ? `${text}\n` : `${this.#options.palette.paint('red', `${status}:`)} ${text}\n`);
  }

  /** How long it has been watched. */
  get milliseconds(): number {
    return Date.now() - this.#began;
  }

  [Symbol.dispose](): void {
    this.#status?.[Symbol.dispose]();
  }

  #write(text: string): void {
    if (this.#status === undefined) this.#options.terminal.output.write(text);
    else this.#status.write(text);
  }
}
