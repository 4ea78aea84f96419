import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { findTracer, toTraceparent, withCause } from '@posthouse/runtime';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from './app-env.ts';
import { isProbe } from './log-requests.ts';

/**
 * Lets everything that a request brings about know where it came from: the id of the request, for log lines and runs, and the
 * trace it belongs to, if anybody traces. Goes right behind whatever gives requests their ids.
 */
export function traceRequests(): MiddlewareHandler<AppEnv> {
  const tracer = findTracer();
  return async (c, next) => {
    const requestId = c.get('requestId');
    const known = requestId === undefined ? {} : { requestId };
    if (tracer === undefined || isProbe(c.req.path)) return withCause(known, next);
    const active = trace.getActiveSpan();
    // Whoever has the SDK trace HTTP servers has a span for the request already.
    if (active !== undefined) return withCause({ ...known, trace: toTraceparent(active.spanContext()) }, next);
    const headers = Object.fromEntries(c.req.raw.headers);
    const around = propagation.extract(context.active(), headers);
    const attributes = {
      'http.request.method': c.req.method,
      'url.path': c.req.path,
      'posthouse.request_id': requestId,
    };
    const span = tracer.startSpan(c.req.method, { kind: SpanKind.SERVER, attributes }, around);
    const inside = trace.setSpan(around, span);
    try {
      await withCause({ ...known, trace: toTraceparent(span.spanContext()) }, () => context.with(inside, next));
    } finally {
      endSpan(span, c);
    }
  };
}

/** The span ends where the answer begins: a stream may go on for days. */
function endSpan(span: Span, c: Context): void {
  const { status } = c.res;
  const route = routePath(c, -1);
  if (route !== '' && !route.includes('*')) {
    span.updateName(`${c.req.method} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) {
    span.setAttribute('error.type', String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
