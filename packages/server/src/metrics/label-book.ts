const MAX_SETS = 1_000;
const MAX_LENGTH = 120;
const OTHER = 'other';

/**
 * Keeps the labels of a metric within bounds. Names of swarms, agents, models and actions come from configurations, requests
 * and peers; each new combination would cost memory for as long as the process lives. Once there are too many, new ones
 * share one line, on which every label is `other`.
 *
 * @example
 * const labels = book.of({ swarm: 'harbour', agent: 'clerk' });
 */
export class LabelBook<Name extends string> {
  readonly #known = new Map<string, Record<Name, string>>();
  readonly #most: number;

  constructor(most: number = MAX_SETS) {
    this.#most = most;
  }

  of(labels: Record<Name, string>): Record<Name, string> {
    const names = Object.keys(labels) as Name[];
    const cut = (name: Name): string => labels[name].slice(0, MAX_LENGTH);
    const key = names.map(cut).join('\0');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isRoom = this.#known.size < this.#most;
    const kept = Object.fromEntries(names.map((name) => [name, isRoom ? cut(name) : OTHER])) as Record<Name, string>;
    if (isRoom) this.#known.set(key, kept);
    return kept;
  }
}
