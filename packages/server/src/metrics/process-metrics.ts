import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const RESOLUTION_MS = 20;
const PERCENTILES = [50, 90, 99, 100];

/**
 * What this process uses: memory, time, and how long the event loop kept others waiting. The library has a set of its
 * own, which measures from the start and for good; a server that nobody scrapes should not pay for it.
 */
export class ProcessMetrics implements Disposable {
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  constructor(registry: Registry) {
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
    new Gauge({
      name: 'process_start_time_seconds',
      help: 'When the process started, in seconds since 1970.',
      registers: [registry],
    }).set(Date.now() / 1000 - process.uptime());
    registry.registerMetric(
      new Gauge({
        name: 'process_resident_memory_bytes',
        help: 'Memory that the system has given to the process.',
        registers: [],
        collect() {
          this.set(process.memoryUsage.rss());
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'posthouse_memory_bytes',
        help: 'Memory as JavaScript counts it: objects, the heap around them, and buffers outside of it.',
        labelNames: ['kind'],
        registers: [],
        collect() {
          const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
          this.set({ kind: 'heap_used' }, heapUsed);
          this.set({ kind: 'heap_total' }, heapTotal);
          this.set({ kind: 'external' }, external);
          this.set({ kind: 'array_buffers' }, arrayBuffers);
        },
      }),
    );
    const readLag = (): { quantile: number; lag: number }[] => this.#readLag();
    registry.registerMetric(
      new Gauge({
        name: 'posthouse_event_loop_lag_seconds',
        help: 'How late timers fired since the last scrape, by quantile.',
        labelNames: ['quantile'],
        registers: [],
        collect() {
          for (const { quantile, lag } of readLag()) this.set({ quantile }, lag);
        },
      }),
    );
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
