import { INVALID_SPAN_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';

const FORMAT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/**
 * A span as text that can be kept, in the W3C format. What an operator has chosen for headers may be another format, and may
 * carry more than belongs in a database.
 */
export function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;
}

/** The span that a text names; undefined when it names none. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = FORMAT.exec(text ?? '') ?? [];
  const context =
    flags === undefined
      ? INVALID_SPAN_CONTEXT
      : { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.isSpanContextValid(context) ? context : undefined;
}

/** The trace that a text names, for logs. */
export function traceIdOf(text: string | undefined): string | undefined {
  return parseTraceparent(text)?.traceId;
}
