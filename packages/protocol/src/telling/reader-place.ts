/** Servers and proxies refuse addresses that are much longer; what finds no room in it is told again. */
const MAX_QUERY_CHARACTERS = 4000;

/**
 * Where a reader is in a stream that may be cut anywhere and is opened again behind what the reader has. Knows the newest
 * entry that was there whole; of what came behind it, the texts by their lengths, because they come in other pieces the
 * second time, and everything else by its words, because that comes again as it was. Does not grow with the stream.
 */
export class ReaderPlace {
  #seq = 0;
  /** What came behind the newest whole entry, and how often this connection may still repeat it. */
  readonly #counts = new Map<string, number>();
  #repeats = new Map<string, number>();
  /** Texts that are open, or have ended behind the newest whole entry. */
  readonly #lengths = new Map<string, number>();
  readonly #ended = new Set<string>();

  /** The newest entry that was there whole; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** A connection begins. */
  begin(): void {
    this.#repeats = new Map(this.#counts);
  }

  /** Whether something comes for the first time. */
  isNew(words: string): boolean {
    const repeats = this.#repeats.get(words) ?? 0;
    if (repeats > 0) this.#repeats.set(words, repeats - 1);
    else this.#counts.set(words, (this.#counts.get(words) ?? 0) + 1);
    return repeats === 0;
  }

  /** How much of a text was there before, if it now stands at `end`. */
  grow(text: string, end: number): number {
    const known = this.#lengths.get(text) ?? 0;
    this.#lengths.set(text, Math.max(known, end));
    return known;
  }

  /** A text ends; whether that is new. */
  end(text: string): boolean {
    if (this.#ended.has(text)) return false;
    this.#ended.add(text);
    return true;
  }

  /** Everything up to an entry was there, so nothing of it comes again. */
  pass(seq: number): void {
    if (!(seq > this.#seq)) return;
    this.#seq = seq;
    this.#counts.clear();
    this.#repeats.clear();
    for (const text of this.#ended) this.#lengths.delete(text);
    this.#ended.clear();
  }

  /** Asks for what comes behind it; empty as long as that is everything. `idOf` says what the server calls a text. */
  toQuery(idOf = (text: string) => text): string {
    if (this.#seq === 0) return '';
    let query = `&after=${this.#seq}`;
    for (const [text, length] of this.#lengths) {
      const more = `&has=${length}/${encodeURIComponent(idOf(text))}`;
      if (query.length + more.length <= MAX_QUERY_CHARACTERS) query += more;
    }
    return query;
  }
}
