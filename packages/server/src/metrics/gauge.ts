import type { MetricFamily, Sample } from './metric-family.ts';

export type GaugeOptions = {
  name: string;
  help: string;
  /** Some numbers are gauges in meaning and counters by nature, such as seconds of CPU. */
  type?: 'gauge' | 'counter';
  /** Asked at each scrape: a number, or several with labels. */
  read: () => number | Sample[];
};

/** A number that is looked up when somebody asks, and costs nothing until then. */
export function gauge({ name, help, type = 'gauge', read }: GaugeOptions): MetricFamily {
  return {
    name,
    help,
    type,
    samples: () => {
      const value = read();
      return typeof value === 'number' ? [{ labels: {}, value }] : value;
    },
  };
}
