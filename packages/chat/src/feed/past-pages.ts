import type { Store, Task } from '@posthouse/store';
import type { Encoding, Piece } from './encoding.ts';

/** Some of the past, encoded. */
export type Page<State> = {
  pieces: readonly Piece[];
  /** Where the log stands behind it, and how the encoding. */
  position: number;
  state: State;
  /** Where the log ended when it was read. */
  head: number;
};

export type PageRequest<State> = {
  task: Task;
  encoding: Encoding<State>;
  after: number;
  /** How the encoding stands there; at its start unless given. */
  state: State | undefined;
};

type Kept = { from: unknown; page: Promise<Page<unknown>>; bytes: number };

/** How much of a log is read at once; a larger entry comes alone. */
const PAGE_BYTES = 64 * 1024;
const PAGE_ENTRIES = 500;
/** How much is kept for whoever comes right behind. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Reads the past of tasks page by page. Those who read the same at about the same time share the pages. */
export class PastPages {
  readonly #store: Pick<Store, 'read'>;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(store: Pick<Store, 'read'>) {
    this.#store = store;
  }

  async read<State>(request: PageRequest<State>): Promise<Page<State>> {
    const key = `${request.encoding.id} ${request.after}`;
    const known = this.#kept.get(key);
    // Whoever has heard live text has been told something else than the others at the same place of the log.
    if (known !== undefined && known.from === request.state) return (await known.page) as Page<State>;
    const kept: Kept = { from: request.state, page: this.#encode(request), bytes: 0 };
    this.#forget(key);
    this.#kept.set(key, kept);
    try {
      const page = (await kept.page) as Page<State>;
      // The last page grows.
      if (page.position >= page.head) this.#forget(key, kept);
      else this.#weigh(key, kept, page);
      return page;
    } catch (error) {
      this.#forget(key, kept);
      throw error;
    }
  }

  /** Nobody reads the past now. */
  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  async #encode<State>({ task, encoding, after, state: from }: PageRequest<State>): Promise<Page<State>> {
    const { entries, head } = await this.#store.read(task.key, after, PAGE_ENTRIES, PAGE_BYTES);
    let state = from ?? encoding.start;
    const pieces = entries.map((event): Piece => {
      const { state: next, ...encoded } = encoding.encode(state, event);
      state = next;
      return { event, ...encoded };
    });
    return { pieces, state, position: entries.at(-1)?.seq ?? after, head };
  }

  #weigh(key: string, kept: Kept, { pieces }: Page<unknown>): void {
    if (this.#kept.get(key) !== kept) return;
    for (const { bytes } of pieces) kept.bytes += bytes?.byteLength ?? 0;
    this.#bytes += kept.bytes;
    // The newest stays however large it is: ten who read it should not hold ten of it.
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= KEPT_BYTES || oldest === key) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string, kept = this.#kept.get(key)): void {
    if (kept === undefined || this.#kept.get(key) !== kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
  }
}
