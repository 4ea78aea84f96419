import type { LiveText, Token } from '@posthouse/protocol';
import type { Store, TaskKey } from '@posthouse/store';
import type { TextDelta } from '../models/respond.ts';

/** How long deltas are gathered before readers see them, after the first one, which goes out at once. */
const GATHER_MS = 30;
/** How much text a crash may cost. */
const SAVE_MS = 50;

export type TurnPlace = { agent: string; turn: number };
type Part = { text: LiveText; epoch: number; sent: number; saved: number };
type Listener = (token: Token) => void;

/**
 * The text of turns that are being written now. It is not in the log yet: readers in this process get it from here,
 * others from the store, where it is saved as it grows.
 */
export class LiveHub {
  readonly #store: Pick<Store, 'saveLive'>;
  readonly #parts = new Map<TaskKey, Map<string, Part>>();
  readonly #listeners = new Map<TaskKey, Set<Listener>>();
  readonly #watchers = new Set<Listener>();
  readonly #held = new Set<TaskKey>();
  #gathering: NodeJS.Timeout | undefined;
  #saving: NodeJS.Timeout | undefined;

  constructor(store: Pick<Store, 'saveLive'>) {
    this.#store = store;
  }

  /** `epoch` is the task's when the turn began: text of a process that has lost the task must not reach the store. */
  write(task: TaskKey, place: TurnPlace & { attempt: number; epoch: number }, { part, kind, delta }: TextDelta): void {
    const { agent, turn, attempt, epoch } = place;
    const parts = this.#partsOf(task);
    const id = `${agent}/${turn}/${attempt}/${part}`;
    const live = parts.get(id) ?? { text: { agent, turn, attempt, part, kind, text: '' }, epoch, sent: 0, saved: 0 };
    const first = live.text.text === '';
    live.text.text += delta;
    parts.set(id, live);
    if (first) this.#send(task, live);
    else this.#gathering ??= setTimeout(() => this.#sendAll(), GATHER_MS);
    this.#saving ??= setTimeout(() => this.#saveAll(), SAVE_MS);
  }

  /** Everything that readers have seen of a task's turns, as tokens from the beginning of each part. */
  snapshot(task: TaskKey): Token[] {
    const seen = [...(this.#parts.get(task)?.values() ?? [])].filter((part) => part.sent > 0);
    return seen.map(({ text: { text, ...place }, sent }) => ({ ...place, offset: 0, delta: text.slice(0, sent) }));
  }

  /** What the running turns of a task have written. */
  textsOf(task: TaskKey): LiveText[] {
    return [...(this.#parts.get(task)?.values() ?? [])].map((part) => ({ ...part.text }));
  }

  /**
   * Keeps everybody from seeing more of a task for the moment, because what they have seen until now is being written
   * down as all there was.
   */
  hold(task: TaskKey): void {
    this.#held.add(task);
  }

  /** Goes on with what was held back and is still being written. */
  letGo(task: TaskKey): void {
    this.#held.delete(task);
    this.flush(task);
  }

  /** Gives readers what they have not seen yet, without waiting for more. */
  flush(task: TaskKey): void {
    for (const part of this.#parts.get(task)?.values() ?? []) this.#send(task, part);
  }

  /** Forgets a turn, once its text is in the log. Readers get what they have not seen of it first. */
  end(task: TaskKey, { agent, turn }: TurnPlace): void {
    const parts = this.#parts.get(task);
    if (parts === undefined) return;
    for (const [id, part] of parts) {
      if (part.text.agent !== agent || part.text.turn !== turn) continue;
      this.#send(task, part);
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

  #sendAll(): void {
    this.#gathering = undefined;
    for (const [task, parts] of this.#parts) for (const part of parts.values()) this.#send(task, part);
  }

  #send(task: TaskKey, part: Part): void {
    const { text, ...place } = part.text;
    if (text.length === part.sent || this.#held.has(task)) return;
    const token = { ...place, offset: part.sent, delta: text.slice(part.sent) };
    part.sent = text.length;
    for (const listener of this.#listeners.get(task) ?? []) listener(token);
    for (const watcher of this.#watchers) watcher(token);
  }

  #saveAll(): void {
    this.#saving = undefined;
    const texts = [...this.#parts].flatMap(([task, parts]) => {
      const grown = [...parts.values()].filter((part) => part.text.text.length > part.saved && !this.#held.has(task));
      return grown.map((part) => ({ task, part }));
    });
    if (texts.length === 0) return;
    for (const { part } of texts) part.saved = part.text.text.length;
    // Live text is a convenience; the turn itself reports a store that has failed.
    const saved = texts.map(({ task, part: { epoch, text } }) => ({ task, epoch, text: { ...text } }));
    this.#store.saveLive(saved).catch(() => undefined);
  }
}
