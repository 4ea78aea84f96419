import { context, propagation, trace } from '@opentelemetry/api';
import { currentCause, toTraceparent, withCause } from '@posthouse/runtime';

/**
 * Does what a call asks for as a part of the trace that the call itself names, as MCP has it: a client whose messages pass
 * through others cannot rely on headers. A request whose headers name the same trace has its place in it already.
 */
export function followTrace<Result>(meta: object | undefined, work: () => Result): Result {
  const around = propagation.extract(context.active(), meta ?? {});
  const named = trace.getSpanContext(around);
  if (named === undefined || named.traceId === trace.getSpanContext(context.active())?.traceId) return work();
  return withCause({ ...currentCause(), trace: toTraceparent(named) }, () => context.with(around, work));
}
