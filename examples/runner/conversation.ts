import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import { styleText } from 'node:util';

const COLOURS = ['cyan', 'magenta', 'yellow', 'green', 'blue'] as const;

/** Writes a task log as a conversation that people can follow: who writes to whom, who calls what, and the answer. */
export class Conversation {
  readonly #write: (text: string) => void;
  readonly #agents: string[] = [];
  /** The final answer as far as it has been shown, while it is being written. */
  #answer = '';

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  show(event: LogEntry | TokenEvent): void {
    if (event.type === 'token') return this.#showToken(event);
    const line = this.#toLine(event);
    if (line === undefined) return;
    this.#write(this.#answer === '' ? `${line}\n` : `\n${line}\n`);
    this.#answer = '';
  }

  #showToken({ agent, kind, delta }: TokenEvent): void {
    if (kind !== 'answer') return;
    if (this.#answer === '') this.#write(`${this.#name(agent)} answers: `);
    this.#answer += delta;
    this.#write(delta);
  }

  #toLine(entry: LogEntry): string | undefined {
    switch (entry.type) {
      case 'message': {
        const { sender, subject, body } = entry.message.message;
        // The system's signals and the end of the task say nothing that the lines around them do not.
        if (sender.addressType === 'system' || subject.startsWith('::')) return undefined;
        return `${this.#name(sender.address)} → ${this.#name(entry.to)}  ${styleText('bold', subject)}: ${body.replaceAll('\n', ' ')}`;
      }
      case 'call-started':
        return `${this.#name(entry.agent ?? '')} runs ${entry.tool}(${JSON.stringify(entry.input)})`;
      case 'call-ended':
        if (entry.kind !== 'action') return undefined;
        return styleText('dim', `${' '.repeat(4)}${entry.result.status}: ${toText(entry.result.content)}`);
      case 'remote':
        return this.#toRemoteLine(entry);
      case 'notice':
        return styleText('dim', `(${entry.text})`);
      case 'text-abandoned':
        return styleText('dim', `(${entry.agent} starts this answer again)`);
      case 'run-ended':
        // Whoever has watched it being written need not read it twice.
        return this.#answer === entry.text ? undefined : `${styleText('bold', entry.outcome)}: ${entry.text}`;
      default:
        return undefined;
    }
  }

  /** What another swarm does for the task. Mail between it and us is in our own log. */
  #toRemoteLine({ swarm, fact, ...entry }: LogEntry & { type: 'remote' }): string | undefined {
    if (fact.type !== 'message') {
      const isWork = fact.type === 'call-started' || fact.type === 'call-ended';
      return isWork ? this.#toLine({ ...entry, ...fact }) : undefined;
    }
    const { sender } = fact.message.message;
    if (sender.address.includes('@') || fact.to.includes('@')) return undefined;
    const from = { ...sender, address: `${sender.address}@${swarm}` };
    const message = { ...fact.message, message: { ...fact.message.message, sender: from } } as typeof fact.message;
    return this.#toLine({ ...entry, ...fact, message, to: `${fact.to}@${swarm}` });
  }

  #name(agent: string): string {
    if (!this.#agents.includes(agent)) this.#agents.push(agent);
    return styleText(COLOURS[this.#agents.indexOf(agent) % COLOURS.length]!, agent);
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
