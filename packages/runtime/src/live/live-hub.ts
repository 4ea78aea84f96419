import { type LiveText, swarmOf, type Token } from '@posthouse/protocol';
import type { Store, TaskKey } from '@posthouse/store';
import type { TextDelta } from '../respond/respond.ts';
import { partId } from './merge-texts.ts';

/** How long deltas are gathered before readers see them, after the first one, which goes out as soon as it may. */
const GATHER_MS = 30;
/** How much text a crash may cost. */
const SAVE_MS = 50;

export type TurnPlace = { agent: string; turn: number };
type Part = {
  text: LiveText;
  epoch: number;
  /** How much the log has been told: nothing, that the part begins, or all that it says. */
  told: 'nothing' | 'begin' | 'all';
  /** The `seq` of the entry with which the part begins; until there is one, nobody is shown any of it. */
  start: number | undefined;
  sent: number;
  saved: number;
};

/** A piece of text, and the place in the log that it belongs behind. */
export type PlacedToken = { token: Token; start: number };
type Listener = (token: Token, start: number) => void;

/**
 * The text of turns that are being written now. What it says is not in the log yet, only where it begins: readers in
 * this process get it from here, others from the store, where it is saved as it grows.
 */
export class LiveHub {
  readonly #store: Pick<Store, 'saveLive'>;
  readonly #parts = new Map<TaskKey, Map<string, Part>>();
  readonly #listeners = new Map<TaskKey, Set<Listener>>();
  readonly #watchers = new Set<Listener>();
  readonly #held = new Map<TaskKey, PromiseWithResolvers<void>>();
  #gathering: NodeJS.Timeout | undefined;
  #saving: NodeJS.Timeout | undefined;
  #saved: Promise<void> = Promise.resolve();

  constructor(store: Pick<Store, 'saveLive'>) {
    this.#store = store;
  }

  /**
   * Adds to a part; whether it is a new one, of which the log has to know first. `epoch` is the task's when the turn
   * began: text of a process that has lost the task must not reach the store.
   */
  write(task: TaskKey, place: TurnPlace & { attempt: number; epoch: number }, delta: TextDelta): boolean {
    const parts = this.#partsOf(task);
    const id = partId({ ...place, part: delta.part });
    const known = parts.get(id);
    if (known === undefined) {
      parts.set(id, toPart(place, delta));
      return true;
    }
    known.text.text += delta.delta;
    if (known.start !== undefined) this.#sendSoon();
    return false;
  }

  /**
   * Shows text that another swarm is writing. Where it begins is in the log already. It is saved for readers in other
   * processes; after a crash that swarm is asked again.
   */
  relay(task: TaskKey, { delta, offset, ...place }: Token, { start, epoch }: { start: number; epoch: number }): void {
    const parts = this.#partsOf(task);
    const id = partId(place);
    const known = parts.get(id);
    const part: Part = known ?? { text: { ...place, text: '' }, epoch, told: 'begin', start, sent: 0, saved: 0 };
    part.text.text = part.text.text.slice(0, offset) + delta;
    parts.set(id, part);
    if (known === undefined) this.#send(task, part);
    this.#sendSoon();
  }

  /** The parts of a task that the log has not been told of yet. Each is given once. */
  announce(task: TaskKey): LiveText[] {
    const parts = [...(this.#parts.get(task)?.values() ?? [])].filter((part) => part.told === 'nothing');
    for (const part of parts) part.told = 'begin';
    return parts.map((part) => part.text);
  }

  /** All that a turn has written is on its way into the log: readers get the rest of what they have seen, and no more. */
  record(task: TaskKey, { agent, turn }: TurnPlace): void {
    for (const part of this.#parts.get(task)?.values() ?? []) {
      if (part.text.agent !== agent || part.text.turn !== turn) continue;
      this.#send(task, part);
      part.told = 'all';
    }
  }

  /** A part begins with this entry of the log: readers get what there is of it, and the rest as it comes. */
  begin(task: TaskKey, place: Omit<LiveText, 'text' | 'kind'>, start: number): void {
    const part = this.#parts.get(task)?.get(partId(place));
    if (part === undefined) return;
    part.start = start;
    this.#send(task, part);
    this.#saving ??= setTimeout(() => this.#saveAll(), SAVE_MS);
  }

  /** Everything that readers have seen of a task's turns, as tokens from the beginning of each part. */
  snapshot(task: TaskKey): PlacedToken[] {
    // A reader who comes now may have read in the log already what became of a text that is on its way there.
    const parts = [...(this.#parts.get(task)?.values() ?? [])].filter((part) => part.told !== 'all');
    return parts.flatMap(({ text: { text, ...place }, sent, start }) =>
      start === undefined || sent === 0 ? [] : [{ token: { ...place, offset: 0, delta: text.slice(0, sent) }, start }],
    );
  }

  /** What the turns of a task have written; `unrecorded`: of our own, only those that the log will not tell all of anyway. */
  textsOf(task: TaskKey, { unrecorded = false }: { unrecorded?: boolean } = {}): LiveText[] {
    const parts = [...(this.#parts.get(task)?.values() ?? [])];
    const isWanted = ({ told, text }: Part) => !unrecorded || told !== 'all' || swarmOf(text.agent) !== undefined;
    return parts.filter(isWanted).map((part) => ({ ...part.text }));
  }

  /**
   * Keeps everybody from seeing more of a task for the moment, because what they have seen until now is being written
   * down as all there was.
   */
  hold(task: TaskKey): void {
    if (!this.#held.has(task)) this.#held.set(task, Promise.withResolvers());
  }

  /** Continues with what was held back and is still being written. */
  letGo(task: TaskKey): void {
    const held = this.#held.get(task);
    this.#held.delete(task);
    held?.resolve();
    this.flush(task);
  }

  /** Resolves when nothing of a task is held back: until then nobody can say what there is to see of it. */
  async free(task: TaskKey): Promise<void> {
    while (this.#held.has(task)) await this.#held.get(task)!.promise;
  }

  /** Gives readers what they have not seen yet, without waiting for more. */
  flush(task: TaskKey): void {
    for (const part of this.#parts.get(task)?.values() ?? []) this.#send(task, part);
  }

  /** Resolves when the store has all that was written. */
  async save(): Promise<void> {
    clearTimeout(this.#saving);
    this.#saveAll();
    await this.#saved;
  }

  /** Resolves when no text is on its way to the store. What is recorded after that cannot be overtaken by it. */
  async saved(): Promise<void> {
    await this.#saved;
  }

  /** Forgets a turn, once its text is in the log. Readers get what they have not seen of it first. */
  end(task: TaskKey, { agent, turn }: TurnPlace): void {
    const parts = this.#parts.get(task);
    if (parts === undefined) return;
    for (const [id, part] of parts) {
      if (part.text.agent !== agent || part.text.turn !== turn) continue;
      this.#send(task, part);
      // Whoever watches all tasks asks what models write, not where in a log it belongs.
      if (part.start === undefined) for (const watcher of this.#watchers) watcher(toToken(part), 0);
      parts.delete(id);
    }
    if (parts.size === 0) this.#parts.delete(task);
  }

  /** Gives a listener the tokens of a task from now on. Take the snapshot in the same tick to miss nothing. */
  subscribe(task: TaskKey, listener: Listener): () => void {
    const listeners = this.#listeners.get(task) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(task, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(task);
    };
  }

  /** Gives a listener the tokens of every task from now on. */
  subscribeAll(listener: Listener): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  close(): void {
    clearTimeout(this.#gathering);
    clearTimeout(this.#saving);
  }

  #partsOf(task: TaskKey): Map<string, Part> {
    const known = this.#parts.get(task);
    if (known !== undefined) return known;
    const parts = new Map<string, Part>();
    this.#parts.set(task, parts);
    return parts;
  }

  #sendSoon(): void {
    this.#gathering ??= setTimeout(() => this.#sendAll(), GATHER_MS);
    this.#saving ??= setTimeout(() => this.#saveAll(), SAVE_MS);
  }

  #sendAll(): void {
    this.#gathering = undefined;
    for (const [task, parts] of this.#parts) for (const part of parts.values()) this.#send(task, part);
  }

  #send(task: TaskKey, part: Part): void {
    const { start, sent, text } = part;
    if (start === undefined || part.told === 'all' || text.text.length === sent || this.#held.has(task)) return;
    const token = toToken(part);
    part.sent = text.text.length;
    for (const listener of this.#listeners.get(task) ?? []) listener(token, start);
    for (const watcher of this.#watchers) watcher(token, start);
  }

  #saveAll(): void {
    this.#saving = undefined;
    const texts = [...this.#parts].flatMap(([task, parts]) => {
      if (this.#held.has(task)) return [];
      const shown = [...parts.values()].filter((part) => part.start !== undefined && part.told !== 'all');
      return shown.filter((part) => part.text.text.length > part.saved).map((part) => ({ task, part }));
    });
    if (texts.length === 0) return;
    for (const { part } of texts) part.saved = part.text.text.length;
    // Live text is a convenience; the turn itself reports a store that has failed.
    const saved = texts.map(({ task, part: { epoch, text } }) => ({ task, epoch, text: { ...text } }));
    const saving = this.#store.saveLive(saved).catch(() => undefined);
    this.#saved = Promise.all([this.#saved, saving]).then(() => undefined);
  }
}

/** What readers have not seen of a part. */
function toToken({ text: { text, ...place }, sent }: Part): Token {
  return { ...place, offset: sent, delta: text.slice(sent) };
}

function toPart(place: TurnPlace & { attempt: number; epoch: number }, { part, kind, delta }: TextDelta): Part {
  const { agent, turn, attempt, epoch } = place;
  const text: LiveText = { agent, turn, attempt, part, kind, text: delta };
  return { text, epoch, told: 'nothing', start: undefined, sent: 0, saved: 0 };
}
