import { invalidInput, type LogEntry, type NewEntry } from '@posthouse/protocol';
import { isLiving } from '../ownership.ts';
import { stale } from '../refusals.ts';
import type { NewSpending } from '../spending.ts';
import type { Mail, Task, Turn } from '../task.ts';
import type { Write, WrittenOnce } from './write.ts';
import { applyWrite } from './apply-write.ts';
import type { EncodedWrite } from './encode-write.ts';
import { type EndedText, endedTextOf } from './ended-text.ts';
import { type StoredTask, toTask } from './stored-task.ts';
import { isRunning, wakeAfterPut } from './wake.ts';

/** What the database has about the task, as far as the writes ask for it. */
export type DraftFacts = {
  /** Ids of mail that waits, among those that are taken or put. */
  waiting: Iterable<string>;
  /** Idempotency keys that have been used, among those that are named. */
  used: Iterable<[name: string, written: WrittenOnce]>;
  /** When each node was last heard of. Shared between drafts: a node that takes a task is heard of. */
  beats: Map<string, number>;
};

/** What a write came to. `repeated` names the entries of the write that it repeats. */
export type DraftOutcome =
  | { error: unknown }
  | { task: Task; entries: LogEntry[]; mail: Mail[] }
  | { task: Task; repeated: WrittenOnce };

/**
 * A task while its row is locked: writes are decided here one after the other, in memory, and what they come to is
 * written down in one go. A write that is refused leaves no trace, so nothing ever needs to be undone.
 */
export class TaskDraft {
  readonly before: StoredTask;
  readonly #now: number;
  #waiting: Set<string>;
  readonly #used: Map<string, WrittenOnce>;
  readonly #beats: Map<string, number>;
  #next: StoredTask;
  #onlyPut = true;
  /** Whether any write was accepted. */
  changed = false;
  readonly entries: { seq: number; at: number; entry: string }[] = [];
  /** Mail to remove; all of it is there. */
  readonly taken = new Set<string>();
  /** Mail to add, once what is taken has been removed. */
  readonly put = new Map<string, { mail: Mail; message: string }>();
  readonly turns = new Map<string, { turn: Turn; data: string }>();
  readonly once = new Map<string, WrittenOnce>();
  readonly endedTexts: EndedText[] = [];
  readonly spent: NewSpending[] = [];
  /** Agents whose model calls are told of. */
  readonly toldCalls = new Set<string>();
  /** Nodes that took the task. */
  readonly beaten = new Set<string>();

  constructor(before: StoredTask, { waiting, used, beats }: DraftFacts, now: number) {
    this.before = before;
    this.#next = before;
    this.#now = now;
    this.#waiting = new Set(waiting);
    this.#used = new Map(used);
    this.#beats = beats;
  }

  /** The task after the writes so far. */
  get next(): StoredTask {
    return this.#next;
  }

  /** When the task wakes; `look` where only its mail and turns can tell. */
  get wake(): number | null | 'look' {
    if (isRunning(this.#next)) return 0;
    if (!this.#onlyPut) return 'look';
    return wakeAfterPut(
      this.before.wake,
      [...this.put.values()].map(({ mail }) => mail),
    );
  }

  apply(encoded: EncodedWrite): DraftOutcome {
    try {
      return this.#decide(encoded);
    } catch (error) {
      return { error };
    }
  }

  #decide(encoded: EncodedWrite): DraftOutcome {
    const { write } = encoded;
    const repeated = write.once === undefined ? undefined : this.#used.get(write.once);
    if (repeated !== undefined) return { task: toTask(this.#next), repeated };
    const { key, head } = this.#next;
    const { next, entries, mail } = applyWrite(this.#next, write, { now: this.#now, claims: this.#claims(write) });
    const waiting = this.#exchange(key, write, mail);
    this.#accept(encoded, { next, mail, waiting });
    if (write.once !== undefined) this.#remember(write.once, { head, entries: entries.length });
    return { task: toTask(next), entries, mail };
  }

  /** Whether the write makes its node the owner. */
  #claims({ claim }: Write): boolean {
    const { node } = this.#next;
    if (claim === undefined || claim === node) return false;
    return node === null || !isLiving(this.#beats.get(node), this.#now);
  }

  /** The mail that waits after the write; refuses what cannot be taken or put. */
  #exchange(key: string, { take = [] }: Write, mail: readonly Mail[]): Set<string> {
    if (take.length === 0 && mail.length === 0) return this.#waiting;
    const waiting = new Set(this.#waiting);
    for (const id of take) {
      if (!waiting.delete(id)) throw stale(key, `mail ${JSON.stringify(id)} has been taken`);
    }
    for (const { id } of mail) {
      if (waiting.has(id)) {
        throw invalidInput(`mail ${JSON.stringify(id)} is in the task already`);
      }
      waiting.add(id);
    }
    return waiting;
  }

  #accept(
    { write, entries, messages, turns }: EncodedWrite,
    { next, mail, waiting }: { next: StoredTask; mail: Mail[]; waiting: Set<string> },
  ): void {
    const before = this.#next;
    const rests = before.status === next.status && !isRunning(before) && !isRunning(next);
    this.#onlyPut &&= rests && (write.take ?? []).length === 0 && (write.turns ?? []).length === 0;
    for (const id of write.take ?? []) {
      // Mail that was put a moment ago is not in the database yet.
      if (!this.put.delete(id)) this.taken.add(id);
    }
    mail.forEach((each, index) => this.put.set(each.id, { mail: each, message: messages[index] as string }));
    entries.forEach((entry, index) => {
      this.entries.push({ seq: before.head + index + 1, at: next.updatedAt, entry });
    });
    write.turns?.forEach((turn, index) => {
      this.turns.set(`${turn.turn} ${turn.agent}`, { turn, data: turns[index] as string });
    });
    if (next.node !== null && next.node !== before.node) this.#beat(next.node);
    if (write.spent !== undefined) this.spent.push(write.spent);
    this.#endTexts(write);
    for (const agent of toldCallsOf(write.entries)) this.toldCalls.add(agent);
    this.#waiting = waiting;
    this.#next = next;
    this.changed = true;
  }

  #beat(node: string): void {
    this.beaten.add(node);
    this.#beats.set(node, this.#now);
  }

  #remember(name: string, written: WrittenOnce): void {
    this.#used.set(name, written);
    this.once.set(name, written);
  }

  #endTexts({ turns = [], entries }: Write): void {
    for (const { agent, turn } of turns) this.endedTexts.push({ agent, turn });
    this.endedTexts.push(...entries.map(endedTextOf).filter((ended) => ended !== undefined));
  }
}

/** The agents whose model calls are told of by these entries, and need not be remembered any more. */
export function toldCallsOf(entries: readonly NewEntry[]): string[] {
  return entries.flatMap(({ type, agent }) => (type === 'usage' && agent !== undefined ? [agent] : []));
}
