import { LabelledValues, type MetricFamily, type Sample } from './metric-family.ts';

export type MetricOptions = { name: string; help: string; labels?: readonly string[] };

/** A number that only grows, one for each set of labels. */
export class Counter implements MetricFamily {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #values: LabelledValues<{ count: number }>;

  constructor({ name, help, labels = [] }: MetricOptions) {
    this.name = name;
    this.help = help;
    this.#values = new LabelledValues(labels, () => ({ count: 0 }));
    // What has no labels is there from the start, as zero: a rate needs a first value.
    if (labels.length === 0) this.#values.at([]);
  }

  add(amount: number, ...labels: string[]): void {
    this.#values.at(labels).count += amount;
  }

  samples(): Sample[] {
    return Array.from(this.#values.all(), ({ labels, value }) => ({ labels, value: value.count }));
  }
}
