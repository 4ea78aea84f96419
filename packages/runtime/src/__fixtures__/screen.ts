import type { LiveText, LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '../follow/follow-task.ts';
import { partId } from '../live/merge-texts.ts';
import type { TurnData } from '../task/turn-data.ts';

/** A text on the screen. What was read of it live is `seen`; the log has the last word. */
type ShownText = { name: string; kind: string; seen: string; text?: string; retracted?: true };

/** What somebody sees who follows a task, cut off and resumed as it may be: entries, and text as it is written. */
export class Screen {
  readonly entries: LogEntry[] = [];
  readonly problems: string[] = [];
  /** All text, in the order in which it began. */
  readonly #texts = new Map<string, ShownText>();

  /** What somebody sees who comes when all is over. */
  static of(entries: Iterable<LogEntry>): Screen {
    const screen = new Screen();
    for (const entry of entries) screen.see(entry);
    return screen;
  }

  /** Where to go on reading. */
  get after(): number {
    return this.entries.at(-1)?.seq ?? 0;
  }

  /** The texts as they stand in the end. */
  get texts(): Omit<ShownText, 'seen'>[] {
    return [...this.#texts.values()].map(({ seen: _seen, ...text }) => text);
  }

  see(event: LogEntry | TokenEvent): void {
    if (event.type === 'token') this.#write(event);
    else this.#enter(event);
  }

  /** Compares what was seen with what was recorded. `whole` also asks for the last word of every text that was live. */
  compare(turns: ReadonlyMap<string, TurnData>, { whole }: { whole: boolean }): string[] {
    const problems = [...this.problems];
    const standing = new Map<string, ShownText[]>();
    for (const shown of this.#texts.values()) {
      const { name, seen, text, retracted } = shown;
      if (text === undefined) problems.push(`the text of ${name} came to nothing`);
      else if (!text.startsWith(seen) || (whole && seen !== '' && seen !== text)) {
        problems.push(`${name} was seen as '${seen}' and came to '${text}'`);
      }
      const [agent, turn] = name.split('/');
      if (retracted !== true) standing.set(`${agent}/${turn}`, [...(standing.get(`${agent}/${turn}`) ?? []), shown]);
    }
    for (const [place, turn] of turns) {
      const texts = standing.get(place) ?? [];
      const kept = isStopped(turn) ? toKept(texts) : texts.map(({ text }) => text);
      const [seen, written] = [kept, textsOf(turn)].map((each) => JSON.stringify(each));
      if (seen !== written) problems.push(`${place} was seen as ${seen} and recorded as ${written}`);
    }
    return problems;
  }

  #write(token: TokenEvent): void {
    const known = this.#texts.get(partId(token));
    if (known === undefined) return void this.problems.push(`a token of ${partId(token)} comes before its beginning`);
    if (known.text !== undefined) this.problems.push(`a token of ${known.name} comes after its end`);
    if (token.offset > known.seen.length) {
      this.problems.push(`${known.name} goes on at ${token.offset}, known until ${known.seen.length}`);
    }
    known.seen = known.seen.slice(0, token.offset) + token.delta;
  }

  #enter(entry: LogEntry): void {
    this.entries.push(entry);
    const { agent = '', turn = 0 } = entry;
    if (entry.type === 'text-started') this.#begin({ ...entry, agent, turn });
    else if (entry.type === 'text-written') for (const part of entry.parts) this.#begin(part).text = part.text;
    else if (entry.type === 'text-abandoned') {
      for (const part of entry.parts) Object.assign(this.#begin(part), { text: part.text, retracted: true });
    }
  }

  #begin(part: Omit<LiveText, 'text'>): ShownText {
    const name = partId(part);
    const text = this.#texts.get(name) ?? { name, kind: part.kind, seen: '' };
    this.#texts.set(name, text);
    return text;
  }
}

/** Whether a turn was recorded as it stood when its run was stopped: with what it had said as plain text, if anything. */
function isStopped({ messages, failure }: TurnData): boolean {
  return failure === undefined && messages.every(({ content }) => typeof content === 'string');
}

/** What a stopped turn keeps of what was seen of it: all but the thoughts, as one text. */
function toKept(texts: readonly ShownText[]): string[] {
  const said = texts.filter(({ kind, text = '' }) => kind !== 'reasoning' && text.trim() !== '');
  return said.length === 0 ? [] : [said.map(({ text }) => text).join('\n\n')];
}

/** The texts of a recorded turn that readers see, in the order in which they were written. */
function textsOf({ messages }: TurnData): string[] {
  return messages.flatMap((message) => {
    if (message.role !== 'assistant') return [];
    if (typeof message.content === 'string') return [message.content];
    return message.content.flatMap((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text === '' ? [] : [part.text];
      if (part.type !== 'tool-call' || part.toolName !== 'task_complete') return [];
      const { finish_message: text } = part.input as { finish_message: string };
      return text === '' ? [] : [text];
    });
  });
}
