import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';
import { defineMetrics } from './define-metrics.ts';

const RESOLUTION_MS = 20;
const PERCENTILES = [50, 90, 99, 100];

/**
 * What this process uses: memory, time, and how long the event loop kept others waiting. The library has a set of its
 * own, which measures from the start and for good; a server that nobody scrapes should not pay for it.
 */
export class ProcessMetrics implements Disposable {
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  constructor(registry: Registry) {
    const { gauge } = defineMetrics(registry);
    registry.registerMetric(
      new Counter({
        name: 'process_cpu_seconds_total',
        help: 'CPU time used, by the program and by the system for it.',
        registers: [],
        collect() {
          const { user, system } = process.cpuUsage();
          this.reset();
          this.inc((user + system) / 1e6);
        },
      }),
    );
    const started = Date.now() / 1000 - process.uptime();
    gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.').set(started);
    gauge('process_resident_memory_bytes', 'Memory that the system has given to the process.', [], (bytes) =>
      bytes.set(process.memoryUsage.rss()),
    );
    gauge(
      'posthouse_memory_bytes',
      'Memory as JavaScript counts it: objects, the heap around them, and buffers outside of it.',
      ['kind'],
      (bytes) => {
        const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
        bytes.set({ kind: 'heap_used' }, heapUsed);
        bytes.set({ kind: 'heap_total' }, heapTotal);
        bytes.set({ kind: 'external' }, external);
        bytes.set({ kind: 'array_buffers' }, arrayBuffers);
      },
    );
    const help = 'How late timers fired since the last scrape, by quantile.';
    gauge('posthouse_event_loop_lag_seconds', help, ['quantile'], (seconds) => {
      for (const { quantile, lag } of this.#readLag()) seconds.set({ quantile }, lag);
    });
  }

  /** Measuring costs a timer, so it begins when the first reader comes; that one sees no lag. */
  #readLag(): { quantile: number; lag: number }[] {
    const delay = this.#delay;
    if (delay === undefined) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delay.enable();
    }
    const lags = PERCENTILES.map((percentile) => ({
      quantile: percentile / 100,
      lag: delay === undefined || delay.count === 0 ? 0 : toLag(delay.percentile(percentile)),
    }));
    delay?.reset();
    return lags;
  }

  [Symbol.dispose](): void {
    this.#delay?.disable();
    this.#delay = undefined;
  }
}

/** The histogram holds the time between two firings; what exceeds the interval is the lag. */
function toLag(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3);
}
