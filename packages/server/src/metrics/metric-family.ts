/** One line of a scrape: a name that may have a suffix, labels, and a number. */
export type Sample = { suffix?: string; labels: Record<string, string>; value: number };

/** What Prometheus calls a metric family: one name, one meaning, and a line for each set of labels. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): Sample[];
}

/** Keeps what belongs to one set of labels, so that finding it again costs one look into a map. */
export class LabelledValues<Value> {
  readonly #names: readonly string[];
  readonly #make: () => Value;
  readonly #values = new Map<string, { labels: Record<string, string>; value: Value }>();

  constructor(names: readonly string[], make: () => Value) {
    this.#names = names;
    this.#make = make;
  }

  /** By the values of the labels, in the order of their names. */
  at(values: readonly string[]): Value {
    // A character that no label has: two lists never give the same key.
    const key = values.join('\u{0}');
    const known = this.#values.get(key);
    if (known !== undefined) return known.value;
    const labels = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? '']));
    const value = this.#make();
    this.#values.set(key, { labels, value });
    return value;
  }

  all(): Iterable<{ labels: Record<string, string>; value: Value }> {
    return this.#values.values();
  }
}
