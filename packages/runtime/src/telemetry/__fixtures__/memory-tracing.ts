import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** A real SDK that keeps every span in memory. */
export class MemoryTracing implements AsyncDisposable {
  readonly #exporter = new InMemorySpanExporter();
  readonly #provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: this.#exporter })] });

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(this.#provider);
  }

  /** The spans that have ended, in the order in which they did. */
  get spans(): ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  named(name: string): ReadableSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#provider.shutdown();
    for (const api of [context, propagation, trace]) api.disable();
  }
}

/** Spans as an indented outline, brothers in the order in which they began. */
export function toOutline(spans: readonly ReadableSpan[]): string[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const parentOf = (span: ReadableSpan): string | undefined => {
    const { spanId } = span.parentSpanContext ?? {};
    return spanId !== undefined && ids.has(spanId) ? spanId : undefined;
  };
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter((span) => parentOf(span) === parent)
      .toSorted((one, other) => startOf(one) - startOf(other))
      .flatMap((span) => [`${'  '.repeat(depth)}${span.name}`, ...below(span.spanContext().spanId, depth + 1)]);
  return below(undefined, 0);
}

function startOf({ startTime: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1e3 + nanoseconds / 1e6;
}
