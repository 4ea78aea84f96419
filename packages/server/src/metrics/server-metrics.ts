import type { ModelQueue } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import type { Context } from 'hono';
import { prometheusContentType, Registry } from 'prom-client';
import { AgentMetrics } from './agent-metrics.ts';
import { CallMetrics } from './call-metrics.ts';
import { defineMetrics } from './define-metrics.ts';
import { observeStore } from './observe-store.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { addBudgetMetrics, type BudgetSource } from './budget-metrics.ts';
import { addQueueMetrics } from './queue-metrics.ts';
import { SECONDS } from './seconds.ts';
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
 * const served = await ServedSwarms.open({ store: metrics.observe(store), swarms });
 * const app = createApp({ served, authenticator, logger, metrics });
 */
export class ServerMetrics implements Disposable {
  readonly #registry = new Registry();
  readonly #define = defineMetrics(this.#registry);
  readonly #work = new WorkMetrics(this.#registry);
  /** What the runtime is to tell of models and actions. */
  readonly calls: CallMetrics = new CallMetrics(this.#registry);
  /** What sessions with agents are to tell of them. */
  readonly agents: AgentMetrics = new AgentMetrics(this.#registry);
  readonly #process = new ProcessMetrics(this.#registry);
  readonly #requests = this.#define.counter('posthouse_http_requests_total', 'Requests that were answered.', [
    'method',
    'route',
    'status',
  ]);
  readonly #durations = this.#define.histogram(
    'posthouse_http_request_seconds',
    'Time until the answer began; streams go on after that.',
    SECONDS,
    ['method', 'route'],
  );
  readonly #open = this.#define.gauge('posthouse_streams_open', 'Event streams that are open now.');
  readonly #opened = this.#define.counter('posthouse_streams_total', 'Event streams that were opened.');
  readonly #dropped = this.#define.counter(
    'posthouse_readers_dropped_total',
    'Readers of event streams that did not keep up and were let go.',
  );

  constructor({ version }: { version: string }) {
    this.#define
      .gauge('posthouse_build_info', 'Always 1; the labels say what is running.', ['version', 'node', 'protocol'])
      .set({ version, node: process.version, protocol: '1.3' }, 1);
  }

  /** The same store, with every commit counted: give this one to `ServedSwarms`. */
  observe(store: Store): Store {
    return observeStore(store, this.#work);
  }

  /** Tells of the model calls that wait, from now on. */
  watch(queue: ModelQueue): void {
    addQueueMetrics(this.#registry, queue);
  }

  /** Tells of what swarms spend, from now on. */
  watchBudgets(source: BudgetSource): void {
    addBudgetMetrics(this.#registry, source);
  }

  /** A request was answered. The route is a pattern of the application, so that there are few of them. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = request;
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ method, route }, seconds);
  }

  readonly streams: StreamObserver = {
    opened: () => {
      this.#open.inc();
      this.#opened.inc();
    },
    closed: () => this.#open.dec(),
    dropped: () => this.#dropped.inc(),
  };

  /** Everything, in the text format of Prometheus. */
  toText(): Promise<string> {
    return this.#registry.metrics();
  }

  [Symbol.dispose](): void {
    this.#process[Symbol.dispose]();
  }
}

/** `GET /metrics`. For admins: it tells which models are used, how much, and at what cost. */
export function metricsHandler(metrics: ServerMetrics): (context: Context) => Promise<Response> {
  return async (context) => context.body(await metrics.toText(), 200, { 'Content-Type': prometheusContentType });
}
