import type { Store } from '@posthouse/store';
import { Counter } from './counter.ts';
import { gauge } from './gauge.ts';
import { Histogram } from './histogram.ts';
import type { MetricFamily } from './metric-family.ts';
import { observeStore } from './observe-store.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { toPrometheusText } from './to-prometheus-text.ts';
import { WorkMetrics } from './work-metrics.ts';

/** What whoever serves a stream tells about it. */
export interface StreamObserver {
  opened(): void;
  closed(): void;
  /** A reader that did not keep up was let go; `closed` follows. */
  dropped(): void;
}

/**
 * The counters of one server, as `GET /metrics` shows them.
 *
 * @example
 * using metrics = new ServerMetrics({ version: '0.1.0' });
 * const house = await House.open({ store: metrics.observe(store), swarms });
 * const app = createApp({ house, authenticator, logger, metrics });
 */
export class ServerMetrics implements Disposable {
  readonly #work = new WorkMetrics();
  readonly #process = new ProcessMetrics();
  readonly #requests = new Counter({
    name: 'posthouse_http_requests_total',
    help: 'Requests that were answered.',
    labels: ['method', 'route', 'status'],
  });
  readonly #durations = new Histogram({
    name: 'posthouse_http_request_seconds',
    help: 'Time until the answer began; streams go on after that.',
    labels: ['method', 'route'],
  });
  readonly #dropped = new Counter({
    name: 'posthouse_readers_dropped_total',
    help: 'Readers of event streams that did not keep up and were let go.',
  });
  readonly #opened = new Counter({ name: 'posthouse_streams_total', help: 'Event streams that were opened.' });
  #open = 0;
  readonly #families: MetricFamily[];

  constructor({ version }: { version: string }) {
    const build = { version, node: process.version, protocol: '1.3' };
    this.#families = [
      gauge({
        name: 'posthouse_build_info',
        help: 'Always 1; the labels say what is running.',
        read: () => [{ labels: build, value: 1 }],
      }),
      ...this.#work.families,
      this.#requests,
      this.#durations,
      gauge({ name: 'posthouse_streams_open', help: 'Event streams that are open now.', read: () => this.#open }),
      this.#opened,
      this.#dropped,
      ...this.#process.families,
    ];
  }

  /** The same store, with every commit counted: give this one to the house. */
  observe(store: Store): Store {
    return observeStore(store, this.#work);
  }

  /** A request was answered. The route is a pattern of the application, so that there are few of them. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = request;
    this.#requests.add(1, method, route, String(status));
    this.#durations.observe(seconds, method, route);
  }

  readonly streams: StreamObserver = {
    opened: () => {
      this.#open += 1;
      this.#opened.add(1);
    },
    closed: () => {
      this.#open -= 1;
    },
    dropped: () => this.#dropped.add(1),
  };

  toText(): string {
    return toPrometheusText(this.#families);
  }

  [Symbol.dispose](): void {
    this.#process[Symbol.dispose]();
  }
}
