import { type RunEvent, startTelling, type Telling, tellRun, textOfJSON, type ToldRun } from '@posthouse/protocol';
import { styleText } from 'node:util';

const COLOURS = ['cyan', 'magenta', 'yellow', 'green', 'blue'] as const;

/** Writes a run as a conversation that people can follow: who writes to whom, who calls what, and the answer. */
export class Conversation {
  readonly #write: (text: string) => void;
  readonly #agents: string[] = [];
  #told: ToldRun;
  /** The final answer as far as it has been shown, while it is being written. */
  #answer = '';

  constructor(run: { taskId: string; swarm: string; run: number }, write: (text: string) => void) {
    this.#told = startTelling(run);
    this.#write = write;
  }

  show(event: RunEvent): void {
    const { state, tellings } = tellRun(this.#told, event);
    this.#told = state;
    for (const telling of tellings) {
      if (telling.type === 'text') this.#showText(telling);
      else this.#showLine(this.#toLine(telling));
    }
  }

  #showText({ text, delta }: Telling & { type: 'text' }): void {
    if (!text.isAnswer) return;
    if (this.#answer === '') this.#write(`${this.#name(text.by.agent)} answers: `);
    this.#answer += delta;
    this.#write(delta);
  }

  #showLine(line: string | undefined): void {
    if (line === undefined) return;
    this.#write(this.#answer === '' ? `${line}\n` : `\n${line}\n`);
    this.#answer = '';
  }

  #toLine(telling: Telling): string | undefined {
    switch (telling.type) {
      case 'mail': {
        const { from, to, subject, body } = telling.mail;
        return `${this.#name(from)} → ${this.#name(to)}  ${styleText('bold', subject)}: ${body.replaceAll('\n', ' ')}`;
      }
      case 'call': {
        const { by, tool, kind, input } = telling.call;
        return kind === 'action' ? `${this.#name(by.agent)} runs ${tool}(${JSON.stringify(input)})` : undefined;
      }
      case 'result': {
        const { status, content } = telling.result;
        return telling.call.kind === 'action' ? styleText('dim', `    ${status}: ${textOfJSON(content)}`) : undefined;
      }
      case 'notice':
        return styleText('dim', `(${telling.text})`);
      case 'text-end':
        if (!telling.text.isAnswer || !telling.retracted) return undefined;
        return styleText('dim', `(${telling.text.by.agent} starts this answer again)`);
      case 'end':
        // Whoever has watched it being written need not read it twice.
        return this.#answer === telling.text ? undefined : `${styleText('bold', telling.outcome)}: ${telling.text}`;
      default:
        return undefined;
    }
  }

  #name(agent: string): string {
    if (!this.#agents.includes(agent)) this.#agents.push(agent);
    return styleText(COLOURS[this.#agents.indexOf(agent) % COLOURS.length]!, agent);
  }
}
