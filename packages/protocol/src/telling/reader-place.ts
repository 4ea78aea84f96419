/** Servers and proxies refuse addresses that are much longer; what finds no room in it is told again. */
const MAX_QUERY_CHARACTERS = 4000;

/**
 * The place of a reader in a stream that may be cut anywhere and is opened again after what the reader has. Knows
 * the newest entry that arrived whole. Of what came after it, it knows the texts by their lengths, because they come
 * in other pieces the second time, and everything else by its content, because that comes again unchanged. Does not
 * grow with the stream.
 */
export function readerPlace() {
  let newest = 0;
  /** What came behind the newest whole entry, and how often this connection may still repeat it. */
  const counts = new Map<string, number>();
  let repeats = new Map<string, number>();
  /** Texts that are open, or have ended behind the newest whole entry. */
  const lengths = new Map<string, number>();
  const ended = new Set<string>();
  /** Where the run stands in a queue, and whether that was told by an earlier connection. */
  let queued = 0;
  let isOld = false;

  return {
    /** The newest entry that was there whole; 0 before the first. */
    seq: (): number => newest,

    /** A connection begins. */
    begin(): void {
      repeats = new Map(counts);
      isOld = queued > 0;
    },

    /** The run has a place in a queue, or none any more; whether that is new. No entry tells of it. */
    stand(place: number): boolean {
      const isNew = place !== queued;
      queued = place;
      isOld = false;
      return isNew;
    },

    /** Something new was told: whether that shows that the run has left its place in the queue while nobody listened. */
    moveOn(): boolean {
      return isOld && this.stand(0);
    },

    /** Whether the reader has not had this yet. */
    isNew(words: string): boolean {
      const left = repeats.get(words) ?? 0;
      if (left > 0) repeats.set(words, left - 1);
      else counts.set(words, (counts.get(words) ?? 0) + 1);
      return left === 0;
    },

    /** How much of a text was there before, if it now stands at `end`. */
    grow(text: string, end: number): number {
      const known = lengths.get(text) ?? 0;
      lengths.set(text, Math.max(known, end));
      return known;
    },

    /** A text ends; whether that is new. */
    end(text: string): boolean {
      const isNew = !ended.has(text);
      ended.add(text);
      return isNew;
    },

    /** Everything up to an entry was there, so nothing of it comes again. */
    pass(seq: number): void {
      if (!(seq > newest)) return;
      newest = seq;
      counts.clear();
      repeats.clear();
      for (const text of ended) lengths.delete(text);
      ended.clear();
    },

    /** Asks for what comes behind it; empty as long as that is everything. `idOf` says what the server calls a text. */
    toQuery(idOf = (text: string) => text): string {
      if (newest === 0) return '';
      let query = `&after=${newest}`;
      for (const [text, length] of lengths) {
        const more = `&has=${length}/${encodeURIComponent(idOf(text))}`;
        if (query.length + more.length <= MAX_QUERY_CHARACTERS) query += more;
      }
      return query;
    },
  };
}
