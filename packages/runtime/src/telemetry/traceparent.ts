import { INVALID_SPANID, INVALID_TRACEID, type SpanContext } from '@opentelemetry/api';

const FORMAT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/**
 * A span as text that can be stored, in the W3C format. The format that an operator chose for headers may be another
 * one, and may carry more than belongs in a database.
 */
export function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  const flags = traceFlags & 0xff;
  return `00-${traceId}-${spanId}-${flags < 16 ? '0' : ''}${flags.toString(16)}`;
}

/** The span that a text names; undefined when it names none. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  if (text === undefined || !FORMAT.test(text)) return undefined;
  const traceId = text.slice(3, 35);
  const spanId = text.slice(36, 52);
  if (traceId === INVALID_TRACEID || spanId === INVALID_SPANID) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(text.slice(53, 55), 16), isRemote: true };
}

/** The trace that a text names, for logs. */
export function traceIdOf(text: string | undefined): string | undefined {
  return parseTraceparent(text)?.traceId;
}
