import type { Context } from 'hono';
import { prometheusContentType } from 'prom-client';
import type { ServerMetrics } from './server-metrics.ts';

/** `GET /metrics`. For admins: it tells which models are used, how much, and at what cost. */
export function metricsHandler(metrics: ServerMetrics): (context: Context) => Promise<Response> {
  return async (context) => context.body(await metrics.toText(), 200, { 'Content-Type': prometheusContentType });
}
