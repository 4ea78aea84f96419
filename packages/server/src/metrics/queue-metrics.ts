import type { ModelQueue } from '@posthouse/runtime';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { LabelBook } from './label-book.ts';
import { SECONDS } from './seconds.ts';

const labelNames = ['swarm', 'model'] as const;
/** Whoever waits, waits for longer than requests take. */
const WAITS = [...SECONDS, 60, 120, 300, 600];

/** Model calls that wait for their turn and those that are being made; the queue is asked when somebody wants to know. */
export function addQueueMetrics(registry: Registry, queue: ModelQueue): void {
  const gauge = (name: string, help: string, count: 'waiting' | 'held'): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          this.reset();
          for (const { swarm, model, [count]: amount } of queue.counts()) this.set({ swarm, model }, amount);
        },
      }),
    );
  gauge('posthouse_model_calls_waiting', 'Model calls that wait for their turn now.', 'waiting');
  gauge('posthouse_model_slots_in_use', 'Model calls that are being made now.', 'held');
  const waits = new Histogram({
    name: 'posthouse_model_wait_seconds',
    help: 'Time that model calls waited for their turn, whether or not they had to.',
    labelNames,
    buckets: WAITS,
    registers: [registry],
  });
  const labels = new LabelBook<'swarm' | 'model'>();
  queue.observe({
    started: ({ swarm, model, waitedMs }) => waits.observe(labels.of({ swarm, model }), waitedMs / 1000),
  });
}
