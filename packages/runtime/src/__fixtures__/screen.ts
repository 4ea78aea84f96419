import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '../office/follow-task.ts';
import type { TurnData } from '../turns/turn-data.ts';

type Part = { agent: string; turn: number; attempt: number; part: number };

/** What somebody sees who follows a task, cut off and resumed as it may be: entries, and text as it is written. */
export class Screen {
  readonly entries: LogEntry[] = [];
  readonly problems: string[] = [];
  /** Text that has not come to anything yet. */
  readonly #writing = new Map<string, Part & { text: string }>();
  /** Text of turns that were recorded, as it stood on the screen then: by agent, turn and part. */
  readonly #recorded = new Map<string, string[]>();

  /** Where to go on reading. */
  get after(): number {
    return this.entries.at(-1)?.seq ?? 0;
  }

  see(event: LogEntry | TokenEvent): void {
    if (event.type === 'token') this.#write(event);
    else this.#enter(event);
  }

  /** Compares what was seen with what was recorded. `whole` also asks for the last word of every text. */
  compare(turns: ReadonlyMap<string, TurnData>, { whole }: { whole: boolean }): string[] {
    const left = [...this.#writing.keys()].map((part) => `the text of ${part} came to nothing`);
    const wrong = [...this.#recorded].flatMap(([place, seen]) => {
      const written = textsOf(turns.get(place)!);
      const isRight = (text: string, part: number) =>
        whole ? written[part] === text : written[part]?.startsWith(text);
      if (seen.every(isRight) && (!whole || seen.length === written.length)) return [];
      return [`${place} was seen as ${JSON.stringify(seen)} and recorded as ${JSON.stringify(written)}`];
    });
    return [...this.problems, ...left, ...wrong];
  }

  #write({ agent, turn, attempt, part, offset, delta }: TokenEvent): void {
    const place = { agent, turn, attempt, part };
    const known = this.#writing.get(partName(place))?.text ?? '';
    if (offset > known.length)
      this.problems.push(`${partName(place)} goes on at ${offset}, known until ${known.length}`);
    if (this.#recorded.has(`${agent}/${turn}`))
      this.problems.push(`a token of ${partName(place)} comes after its turn`);
    this.#writing.set(partName(place), { ...place, text: known.slice(0, offset) + delta });
  }

  #enter(entry: LogEntry): void {
    this.entries.push(entry);
    const { agent, turn } = entry;
    if (agent === undefined || turn === undefined) return;
    if (entry.type === 'text-abandoned') return this.#abandon(entry);
    const parts = [...this.#writing.values()].filter((part) => part.agent === agent && part.turn === turn);
    if (parts.length === 0) return;
    for (const part of parts) this.#writing.delete(partName(part));
    const last = Math.max(...parts.map((part) => part.attempt));
    const seen: string[] = [];
    for (const { attempt, part, text } of parts) if (attempt === last) seen[part] = text;
    this.#recorded.set(`${agent}/${turn}`, seen);
  }

  /** What was seen is the beginning of what is kept. */
  #abandon({ parts }: LogEntry & { type: 'text-abandoned' }): void {
    for (const part of parts) {
      const seen = this.#writing.get(partName(part))?.text ?? '';
      if (!part.text.startsWith(seen)) {
        this.problems.push(`${partName(part)} was seen as '${seen}' and abandoned as '${part.text}'`);
      }
      this.#writing.delete(partName(part));
    }
  }
}

function partName({ agent, turn, attempt, part }: Part): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}

/** The texts of a recorded turn that readers see, in the order in which they were written. */
function textsOf({ messages }: TurnData): string[] {
  return messages.flatMap((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return [];
    return message.content.flatMap((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text === '' ? [] : [part.text];
      if (part.type !== 'tool-call' || part.toolName !== 'task_complete') return [];
      const { finish_message: text } = part.input as { finish_message: string };
      return text === '' ? [] : [text];
    });
  });
}
