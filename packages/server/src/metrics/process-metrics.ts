import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gauge } from './gauge.ts';
import type { MetricFamily, Sample } from './metric-family.ts';

const RESOLUTION_MS = 20;
const PERCENTILES = [50, 90, 99, 100];

/** What this process uses: memory, time, and how long the event loop kept others waiting. */
export class ProcessMetrics implements Disposable {
  readonly families: MetricFamily[];
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  constructor() {
    const startedAt = Date.now() / 1000 - process.uptime();
    this.families = [
      gauge({
        name: 'process_cpu_seconds_total',
        help: 'CPU time used, by the program and by the system for it.',
        type: 'counter',
        read: () => toSeconds(process.cpuUsage()),
      }),
      gauge({
        name: 'process_start_time_seconds',
        help: 'When the process started, in seconds since 1970.',
        read: () => startedAt,
      }),
      gauge({
        name: 'process_resident_memory_bytes',
        help: 'Memory that the system has given to the process.',
        read: () => process.memoryUsage.rss(),
      }),
      gauge({
        name: 'posthouse_memory_bytes',
        help: 'Memory as JavaScript counts it: objects, the heap around them, and buffers outside of it.',
        read: readMemory,
      }),
      gauge({
        name: 'posthouse_event_loop_lag_seconds',
        help: 'How late timers fired since the last scrape, by quantile.',
        read: () => this.#readLag(),
      }),
    ];
  }

  /** Measuring costs a timer, so it begins when the first reader comes; that one sees no lag. */
  #readLag(): Sample[] {
    const delay = this.#delay;
    if (delay === undefined) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delay.enable();
    }
    const samples = PERCENTILES.map((percentile) => ({
      labels: { quantile: String(percentile / 100) },
      value: delay === undefined || delay.count === 0 ? 0 : toLag(delay.percentile(percentile)),
    }));
    delay?.reset();
    return samples;
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

function toSeconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

function readMemory(): Sample[] {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return Object.entries({ heap_used: heapUsed, heap_total: heapTotal, external, array_buffers: arrayBuffers }).map(
    ([kind, value]) => ({ labels: { kind }, value }),
  );
}
