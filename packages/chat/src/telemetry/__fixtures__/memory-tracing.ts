import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** A real SDK that keeps every span in memory. */
export class MemoryTracing implements AsyncDisposable {
  readonly #exporter = new InMemorySpanExporter();
  readonly #provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: this.#exporter })] });

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(this.#provider);
  }

  /** The spans that have ended, in the order in which they did. */
  get spans(): ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#provider.shutdown();
    for (const api of [context, trace]) api.disable();
  }
}
