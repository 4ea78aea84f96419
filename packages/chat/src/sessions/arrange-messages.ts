import { isUserEntry, type LogEntry, type MessageEntry } from '@posthouse/protocol';

/** A message of a conversation, still as the log has it. */
export type Arranged =
  /** Behind a run that was stopped, `isDropped` says that it had waited there; it is part of what the agents know of that run. */
  | { role: 'user'; entry: MessageEntry; isDropped?: true }
  | { role: 'assistant'; run: number; answerId: string; entries: LogEntry[]; ended: boolean };

type Run = {
  run: number;
  answerId: string;
  entries: LogEntry[];
  ended: boolean;
  named: Set<string>;
  asked: MessageEntry[];
};
/**
 * Puts the messages of a log in the order of the conversation: what was asked, then the answer. A message that waited its
 * turn stands before the run that answers it, one that cut in before the answer that it changed, and one that was never
 * answered where it was written.
 */
export class MessageArranger {
  #run: Run | undefined;
  /** Messages that no run has answered yet. */
  #waiting: MessageEntry[] = [];
  readonly #posted = new Set<string>();

  /** Takes the next entry; gives the messages that are complete with it. */
  take(entry: LogEntry): Arranged[] {
    if (entry.type === 'run-started') return this.#start(entry);
    if (this.#run === undefined || entry.run !== this.#run.run) return [];
    this.#run.entries.push(entry);
    if (isUserEntry(entry) && !this.#posted.has(entry.message.id)) {
      this.#posted.add(entry.message.id);
      const isOfRun = this.#run.named.has(entry.message.id) || entry.message.msgType === 'interrupt';
      if (isOfRun) this.#run.asked.push(entry);
      else this.#waiting.push(entry);
    }
    if (entry.type === 'run-ended') this.#run.ended = true;
    return [];
  }

  /** The log is at its end: what is left. */
  rest(): Arranged[] {
    return [...this.#close(new Set()), ...this.#waiting.splice(0).map(toArranged)];
  }

  #start({ run, answerId, messages = [], ...entry }: LogEntry & { type: 'run-started' }): Arranged[] {
    const named = new Set(messages);
    const before = this.#close(named);
    const asked = this.#waiting.filter(({ message }) => named.has(message.id));
    this.#waiting = this.#waiting.filter((waiting) => !asked.includes(waiting));
    const entries: LogEntry[] = [{ run, answerId, messages, ...entry }];
    this.#run = { run, answerId, entries, ended: false, named, asked };
    return before;
  }

  /** Ends the run, and gives messages that it did not get to read to the next one, if that names them. */
  #close(next: ReadonlySet<string>): Arranged[] {
    if (this.#run === undefined) return [];
    const { run, answerId, entries, ended, asked } = this.#run;
    this.#run = undefined;
    this.#waiting.push(...asked.filter(({ message }) => next.has(message.id)));
    const own = asked.filter(({ message }) => !next.has(message.id));
    // A run that was stopped takes those with it that waited behind it.
    const isStopped =
      entries.at(-1)?.type === 'run-ended' && (entries.at(-1) as { code?: string }).code === 'cancelled';
    const dropped = isStopped ? this.#waiting.splice(0) : [];
    return [
      ...own.map(toArranged),
      { role: 'assistant', run, answerId, entries, ended },
      ...dropped.map((entry): Arranged => ({ role: 'user', entry, isDropped: true })),
    ];
  }
}

function toArranged(entry: MessageEntry): Arranged {
  return { role: 'user', entry };
}
