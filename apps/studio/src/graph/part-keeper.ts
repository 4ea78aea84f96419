/**
 * Gives the same objects for as long as they look the same. A moment changes one or two parts of a graph, and only those that
 * are other objects are drawn anew.
 */
export class PartKeeper<Part extends { id: string }> {
  readonly #kept = new Map<string, { text: string; part: Part }>();
  #last: readonly Part[] = [];

  keep(parts: readonly Part[]): readonly Part[] {
    const next = parts.map((part) => this.#same(part));
    const isSame = next.length === this.#last.length && next.every((part, index) => part === this.#last[index]);
    if (!isSame) this.#last = next;
    return this.#last;
  }

  #same(part: Part): Part {
    const text = JSON.stringify(part);
    const before = this.#kept.get(part.id);
    if (before?.text === text) return before.part;
    this.#kept.set(part.id, { text, part });
    return part;
  }
}
