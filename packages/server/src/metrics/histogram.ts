import type { MetricOptions } from './counter.ts';
import { LabelledValues, type MetricFamily, type Sample } from './metric-family.ts';

type Buckets = { counts: number[]; sum: number; count: number };

/** Seconds, from half a millisecond to half a minute. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How often a duration fell below each bound. */
export class Histogram implements MetricFamily {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #values: LabelledValues<Buckets>;

  constructor({ name, help, labels = [], bounds = SECONDS }: MetricOptions & { bounds?: readonly number[] }) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
    this.#values = new LabelledValues(labels, () => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }));
    if (labels.length === 0) this.#values.at([]);
  }

  observe(value: number, ...labels: string[]): void {
    const buckets = this.#values.at(labels);
    buckets.sum += value;
    buckets.count += 1;
    const index = this.#bounds.findIndex((bound) => value <= bound);
    if (index !== -1) buckets.counts[index]! += 1;
  }

  samples(): Sample[] {
    return Array.from(this.#values.all()).flatMap(({ labels, value }) => this.#toSamples(labels, value));
  }

  /** Prometheus wants each bucket to hold the smaller ones as well; adding up is left to whoever asks. */
  #toSamples(labels: Record<string, string>, { counts, sum, count }: Buckets): Sample[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, index) => {
      below += counts[index]!;
      return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
    });
    return [
      ...buckets,
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}
