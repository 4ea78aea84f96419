import type { Encoding, FeedEvent, Piece } from './encoding.ts';
import type { FeedSource } from './feed-source.ts';

/** Some of the past, encoded. */
export type Page<State, Event extends FeedEvent> = {
  pieces: readonly Piece<Event>[];
  /** Where the log stands behind it, and how the encoding. */
  position: number;
  state: State;
  /** Where the log ended when it was read. */
  head: number;
};

export type PageRequest<State, Event extends FeedEvent> = {
  source: FeedSource<Event>;
  encoding: Encoding<State, Event>;
  after: number;
  /** How the encoding stands there; at its start unless given. */
  state: State | undefined;
};

type AnyPage = Page<unknown, FeedEvent>;
type Kept = { from: unknown; page: Promise<AnyPage>; bytes: number };

/** How much of a log is read at once; a larger entry comes alone. */
const PAGE_BYTES = 64 * 1024;
const PAGE_ENTRIES = 500;
/** How much is kept for whoever comes right behind. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Reads the past page by page. Those who read the same at about the same time share the pages. */
export class PastPages {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  async read<State, Event extends FeedEvent>(request: PageRequest<State, Event>): Promise<Page<State, Event>> {
    const key = `${request.encoding.id} ${request.after}`;
    const known = this.#kept.get(key);
    // Whoever has heard live text has been told something else than the others at the same place of the log.
    if (known !== undefined && known.from === request.state) return (await known.page) as Page<State, Event>;
    const made = encodePage(request);
    const kept: Kept = { from: request.state, page: made as Promise<AnyPage>, bytes: 0 };
    this.#forget(key);
    this.#kept.set(key, kept);
    try {
      const page = await made;
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

  #weigh(key: string, kept: Kept, { pieces }: Pick<AnyPage, 'pieces'>): void {
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

async function encodePage<State, Event extends FeedEvent>({
  source,
  encoding,
  after,
  state: from,
}: PageRequest<State, Event>): Promise<Page<State, Event>> {
  const { entries, head } = await source.read(after, PAGE_ENTRIES, PAGE_BYTES);
  let state = from ?? encoding.start;
  const pieces = entries.map((event): Piece<Event> => {
    const { state: next, ...encoded } = encoding.encode(state, event);
    state = next;
    return { event, ...encoded };
  });
  return { pieces, state, position: entries.at(-1)?.seq ?? after, head };
}
