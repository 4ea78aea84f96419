import { createInterface, type Interface } from 'node:readline';
import { isInteractive, type Terminal } from '../terminal/terminal.ts';
import { PausableOutput } from './pausable-output.ts';
import { MAX_HISTORY_LINES } from './history-file.ts';

export type LineReaderOptions = {
  terminal: Terminal;
  /** Lines to go back to, oldest first. */
  history: readonly string[];
  complete: (line: string) => Promise<[string[], string]>;
  /** Called on Ctrl-C while no line is asked for: something is under way. */
  onInterrupt: () => void;
};

/**
 * Reads lines, one whenever it is asked for; those that come sooner wait. On a terminal they can be edited, and Ctrl-C
 * clears the one that is being typed.
 */
export class LineReader implements Disposable {
  /** Aborts when there are no more lines: the input has ended, or Ctrl-D was typed. */
  readonly ended: AbortSignal;
  readonly #editor: Interface;
  readonly #output: PausableOutput;
  readonly #terminal: Terminal;
  readonly #lines: string[] = [];
  readonly #end = new AbortController();
  #waiting: ((line: string | undefined) => void) | undefined;
  #mayLeave = false;

  constructor({ terminal, history, complete, onInterrupt }: LineReaderOptions) {
    this.#terminal = terminal;
    this.ended = this.#end.signal;
    this.#output = new PausableOutput(terminal.output);
    this.#output.open = false;
    this.#editor = createInterface({
      input: terminal.input,
      output: this.#output,
      terminal: isInteractive(terminal),
      history: history.toReversed(),
      historySize: MAX_HISTORY_LINES,
      completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
        complete(line).then(
          (result) => done(null, result),
          () => done(null, [[], line]),
        );
      },
    });
    this.#editor.on('line', (line) => this.#take(line));
    this.#editor.on('close', () => this.#finish());
    this.#editor.on('SIGINT', () => {
      if (this.#waiting === undefined) onInterrupt();
      else this.#clearLine();
    });
  }

  /** The next line; undefined when there is none. With `mayLeave`, Ctrl-C gives undefined as well. */
  async next(prompt: string, { mayLeave = false } = {}): Promise<string | undefined> {
    const early = this.#lines.shift();
    if (early !== undefined || this.ended.aborted) return early;
    this.#mayLeave = mayLeave;
    const line = new Promise<string | undefined>((resolve) => (this.#waiting = resolve));
    if (isInteractive(this.#terminal)) {
      this.#output.open = true;
      this.#editor.setPrompt(prompt);
      // What was typed before anybody asked is shown behind the prompt.
      this.#editor.prompt(true);
    }
    return line;
  }

  [Symbol.dispose](): void {
    this.#editor.close();
    this.#output.destroy();
  }

  #take(line: string): void {
    if (this.#waiting === undefined) this.#lines.push(line);
    else this.#answer(line);
  }

  #answer(line: string | undefined): void {
    const resolve = this.#waiting;
    this.#waiting = undefined;
    this.#output.open = false;
    resolve?.(line);
  }

  #clearLine(): void {
    this.#editor.write(null, { ctrl: true, name: 'e' });
    this.#editor.write(null, { ctrl: true, name: 'u' });
    this.#terminal.output.write('^C\n');
    if (this.#mayLeave) this.#answer(undefined);
    else this.#editor.prompt();
  }

  #finish(): void {
    if (this.#waiting !== undefined && isInteractive(this.#terminal)) this.#terminal.output.write('\n');
    this.#end.abort();
    this.#answer(undefined);
  }
}
