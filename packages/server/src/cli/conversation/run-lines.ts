import {
  type AnswerStep,
  type CallResult,
  type SaidAnswer,
  sayAnswer,
  startAnswer,
  type Telling,
  textOfJSON,
  type ToldCall,
  type ToldMail,
  type ToldText,
  toQueuedText,
} from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';

export type RunLinesOptions = {
  palette: Palette;
  /** Also shows what agents think, and the calls of MAIL's own tools. */
  verbose: boolean;
  /** Shows the answer while it is written; otherwise only once it stands. */
  live: boolean;
};

const MAX_LINE_CHARACTERS = 2_000;

/**
 * A run as lines that people can follow: who writes to whom, who runs what, and the answer. Takes what is told of the run,
 * in order, and gives the text to write for each telling, with its line breaks.
 */
export class RunLines {
  readonly #palette: Palette;
  readonly #verbose: boolean;
  readonly #live: boolean;
  #answer: SaidAnswer;
  #isAnswering = false;
  /** Lines that wait until the answer that is being written has come to its end. */
  #waiting: string[] = [];
  /** What agents think, and say beside the answer, until it is whole. */
  readonly #texts = new Map<string, string>();
  /** The call or the mail that the newest line is about. */
  #subject: string | undefined;

  constructor({ palette, verbose, live }: RunLinesOptions) {
    this.#palette = palette;
    this.#verbose = verbose;
    this.#live = live;
    this.#answer = startAnswer({ held: !live });
  }

  show(telling: Telling): string {
    const { steps, state } = sayAnswer(this.#answer, telling);
    this.#answer = state;
    const answer = steps.map((step) => this.#say(step));
    const line = this.#toLine(telling);
    if (line !== undefined) this.#waiting.push(`${line}\n`);
    return `${answer.join('')}${telling.type === 'end' ? this.#endAnswer() : ''}${this.#flush()}`;
  }

  #say(step: AnswerStep): string {
    if (step.type === 'answer-retracted') return `${this.#endAnswer()}${this.#aside('the answer was retracted')}\n`;
    const opening = this.#isAnswering ? '' : `${this.#palette.paint('bold', 'answer:')} `;
    this.#isAnswering = true;
    return `${opening}${toPrintable(step.delta)}`;
  }

  #endAnswer(): string {
    const end = this.#isAnswering ? '\n' : '';
    this.#isAnswering = false;
    return end;
  }

  #flush(): string {
    if (this.#isAnswering) return '';
    const lines = this.#waiting.join('');
    this.#waiting = [];
    return lines;
  }

  /** What there is to say of it in a line of its own. */
  #toLine(telling: Telling): string | undefined {
    switch (telling.type) {
      case 'text':
        return this.#keep(telling.text, telling.delta);
      case 'text-end':
        return this.#toThought(telling.text, telling.retracted);
      case 'call':
        return this.#toCall(telling.call);
      case 'result':
        return this.#toResult(telling.call, telling.result);
      case 'mail':
        return this.#toMail(telling.mail);
      case 'notice':
        return this.#aside(telling.text);
      case 'queued':
        // Where there is a line at the bottom, the place is there.
        return this.#live || telling.place === 0 ? undefined : this.#aside(toQueuedText(telling.place));
      case 'end':
        if (telling.outcome === 'complete') return undefined;
        return `${this.#palette.paint('red', `${telling.outcome}:`)} ${toPrintable(telling.text)}`;
      default:
        return undefined;
    }
  }

  #keep({ id, isAnswer }: ToldText, delta: string): undefined {
    if (this.#verbose && !isAnswer) this.#texts.set(id, (this.#texts.get(id) ?? '') + delta);
  }

  #toThought({ id, by, kind }: ToldText, retracted: boolean): string | undefined {
    const words = this.#texts.get(id);
    this.#texts.delete(id);
    if (words === undefined) return undefined;
    const verb = kind === 'reasoning' ? 'thinks' : 'says';
    const end = retracted ? ' (retracted)' : '';
    return `${this.#palette.agent(by.agent)} ${verb}: ${this.#palette.paint('dim', `${oneLine(words)}${end}`)}`;
  }

  /** What somebody outside is asked, the pause tells; what a tool of MAIL does shows in the mail. */
  #toCall({ id, by, tool, kind, input, forCaller }: ToldCall): string | undefined {
    if (forCaller || (kind === 'mail' && !this.#verbose)) return undefined;
    this.#subject = id;
    return `${this.#palette.agent(by.agent)} ${kind === 'mail' ? 'calls' : 'runs'} ${oneLine(tool)}(${oneLine(textOfJSON(input))})`;
  }

  #toResult({ id, by, tool, kind }: ToldCall, { status, content }: CallResult): string | undefined {
    if (kind === 'mail' && status !== 'error' && !this.#verbose) return undefined;
    // Behind the line of another call it would not be clear whose result it is.
    const about = this.#subject === id ? '' : `${oneLine(tool)} of ${oneLine(by.agent)}: `;
    return this.#palette.paint(status === 'error' ? 'red' : 'dim', `    ${about}${oneLine(textOfJSON(content))}`);
  }

  /** A broadcast is told once for each of those who get it. */
  #toMail({ messageId, from, to, subject, body }: ToldMail): string {
    const isSame = this.#subject === messageId;
    this.#subject = messageId;
    const about = subject === '' ? '' : `${this.#palette.paint('bold', oneLine(subject))}: `;
    const words = isSame ? this.#aside('the same') : `${about}${oneLine(body)}`;
    return `${this.#palette.agent(from)} → ${this.#palette.agent(to)}  ${words}`;
  }

  #aside(text: string): string {
    return this.#palette.paint('dim', `(${oneLine(text)})`);
  }
}

function oneLine(text: string): string {
  const line = toPrintable(text).replaceAll(/\s*\n\s*/g, ' ');
  return line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, MAX_LINE_CHARACTERS)}…`;
}
