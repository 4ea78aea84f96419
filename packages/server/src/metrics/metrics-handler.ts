import type { Handler } from 'hono';
import type { ServerMetrics } from './server-metrics.ts';
import { PROMETHEUS_TYPE } from './to-prometheus-text.ts';

/** `GET /metrics`. For admins: it tells which models are used, how much, and at what cost. */
export function metricsHandler(metrics: ServerMetrics): Handler {
  return (context) => context.body(metrics.toText(), 200, { 'Content-Type': PROMETHEUS_TYPE });
}
