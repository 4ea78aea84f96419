import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Defines metrics of a registry, each by its name, what it says, and the names of its labels. */
export function defineMetrics(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),

    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),

    /** A gauge. With `collect`, whoever looks at it has it set first. */
    gauge: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
      collect?: (gauge: Gauge<Label>) => void | Promise<void>,
    ): Gauge<Label> =>
      new Gauge<Label>({
        name,
        help,
        labelNames,
        registers,
        collect:
          collect &&
          async function (this: Gauge<Label>) {
            await collect(this);
          },
      }),
  };
}
