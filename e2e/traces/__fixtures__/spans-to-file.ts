import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { type ReadableSpan, SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TownPlan } from '../../federation/__fixtures__/serve-town.ts';

/** For `node --import`: a town with a real SDK, which writes each span down as soon as it ends. */
const { name: town, effects } = JSON.parse(process.argv[2]!) as TownPlan;
const file = join(dirname(effects), 'spans.jsonl');

/** A span as the test reads it. */
export type WrittenSpan = {
  town: string;
  process: number;
  name: string;
  traceId: string;
  id: string;
  parent: string | undefined;
  links: string[];
  startedAt: number;
  attributes: ReadableSpan['attributes'];
};

function toWritten(span: ReadableSpan): WrittenSpan {
  const { traceId, spanId } = span.spanContext();
  const [seconds, nanoseconds] = span.startTime;
  return {
    town,
    process: process.pid,
    name: span.name,
    traceId,
    id: spanId,
    parent: span.parentSpanContext?.spanId,
    links: span.links.map((link) => link.context.spanId),
    startedAt: seconds * 1e3 + nanoseconds / 1e6,
    attributes: span.attributes,
  };
}

const exporter: SpanExporter = {
  export(spans, done) {
    // At once: the process may be killed a moment later.
    appendFileSync(file, spans.map((span) => `${JSON.stringify(toWritten(span))}\n`).join(''));
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
