import type { MAILFrame } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { toFrameLine } from './to-frame-line.ts';

export type ConversationOptions = {
  palette: Palette;
  /** Also shows reasoning and the calls of MAIL's own tools. */
  verbose?: boolean;
};

/**
 * A task as a conversation that people can follow: who writes to whom, who runs what, and the answer while it is written.
 * Takes frames in the order of a stream and gives the text to show for each.
 *
 * @example for await (const frame of client.follow(taskId)) process.stdout.write(conversation.show(frame));
 */
export class Conversation {
  readonly #palette: Palette;
  readonly #verbose: boolean;
  /** What calls were made with, because the frames that follow do not repeat it. */
  readonly #inputs = new Map<string, unknown>();
  /** The final answer as far as it has been shown. */
  #answer = '';
  #answering: string | undefined;
  /** The last answer that something else came behind. */
  #told = '';

  constructor({ palette, verbose = false }: ConversationOptions) {
    this.#palette = palette;
    this.#verbose = verbose;
  }

  /** What to write for a frame: nothing, or text with its line breaks. */
  show(frame: MAILFrame): string {
    if (frame.event === 'token') return this.#showToken(frame.data);
    if (frame.event === 'tool_call') this.#remember(frame.data.extraData);
    if (frame.event === 'task_complete' || frame.event === 'task_error') return this.#showEnd(frame);
    const line = toFrameLine(frame, {
      palette: this.#palette,
      verbose: this.#verbose,
      inputOf: (id) => this.#inputs.get(id),
    });
    return line === undefined ? '' : `${this.#breakOff()}${line}\n`;
  }

  #showToken({ agent, kind, offset, delta }: Extract<MAILFrame, { event: 'token' }>['data']): string {
    if (kind !== 'answer') return '';
    const opening =
      this.#answering === agent && this.#answer !== ''
        ? ''
        : `${this.#breakOff()}${this.#palette.agent(agent)} answers: `;
    this.#answering = agent;
    // A piece that was sent before, because the stream was cut and taken up again, is not shown twice.
    const fresh = opening === '' ? delta.slice(Math.max(0, this.#answer.length - offset)) : delta;
    this.#answer += fresh;
    return `${opening}${toPrintable(fresh)}`;
  }

  #remember({ toolCallId, toolArgs }: { toolCallId?: string | undefined; toolArgs?: unknown }): void {
    if (toolCallId !== undefined) this.#inputs.set(toolCallId, toolArgs);
  }

  #showEnd({ event, data }: Extract<MAILFrame, { event: 'task_complete' | 'task_error' }>): string {
    // Without a response it is a memory of an end, inside of a record.
    if (data.response === undefined || data.status === 'paused') return this.#breakOff();
    // Whoever has watched it being written need not read it twice.
    const end = this.#breakOff();
    if (this.#told === data.response && this.#told !== '') return end;
    const text = toPrintable(data.response);
    if (event === 'task_complete') return `${end}${this.#palette.paint('bold', 'answer:')} ${text}\n`;
    return `${end}${this.#palette.paint('red', `${data.status ?? 'error'}:`)} ${text}\n`;
  }

  /** Ends the line of an answer that is being written, if there is one. */
  #breakOff(): string {
    if (this.#answer === '') return '';
    this.#told = this.#answer;
    this.#answer = '';
    this.#answering = undefined;
    return '\n';
  }
}
