import type { ModelQueue } from '@posthouse/runtime';
import type { Gauge, Registry } from 'prom-client';
import { defineMetrics } from './define-metrics.ts';
import { LabelBook } from './label-book.ts';
import { SECONDS } from './seconds.ts';

const labelNames = ['swarm', 'model'] as const;
/** Whoever waits, waits for longer than requests take. */
const WAITS = [...SECONDS, 60, 120, 300, 600];

/** Model calls that wait for their turn and those that are being made; the queue is asked when somebody wants to know. */
export function addQueueMetrics(registry: Registry, queue: ModelQueue): void {
  const { gauge, histogram } = defineMetrics(registry);
  const collect = (count: 'waiting' | 'held') => (metric: Gauge<(typeof labelNames)[number]>) => {
    metric.reset();
    for (const { swarm, model, [count]: amount } of queue.counts()) metric.set({ swarm, model }, amount);
  };
  gauge('posthouse_model_calls_waiting', 'Model calls that wait for their turn now.', labelNames, collect('waiting'));
  gauge('posthouse_model_slots_in_use', 'Model calls that are being made now.', labelNames, collect('held'));
  const waits = histogram(
    'posthouse_model_wait_seconds',
    'Time that model calls waited for their turn, whether or not they had to.',
    WAITS,
    labelNames,
  );
  const labels = new LabelBook<'swarm' | 'model'>();
  queue.observe({
    started: ({ swarm, model, waitedMs }) => waits.observe(labels.of({ swarm, model }), waitedMs / 1000),
  });
}
