import { newId } from '@posthouse/protocol';
import type { MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from '../logging/logger.ts';
import { allowOrigins } from './cors.ts';
import { developmentGuard } from './development-guard.ts';
import { drainGate } from './drain-gate.ts';
import { limitRequestBody } from './limit-request-body.ts';
import { logRequests } from './log-requests.ts';
import { limitRate } from './rate-limit.ts';
import { secureHeaders } from './secure-headers.ts';
import type { ServerLimits } from './server-limits.ts';
import { traceRequests } from './trace-requests.ts';

export type Edge = {
  logger: Logger;
  limits: ServerLimits;
  origins: readonly string[];
  development: boolean;
  isLeaving: () => boolean;
};

/** What every request passes before it reaches a route, cheapest refusals first. */
export function toMiddleware({ logger, limits, origins, development, isLeaving }: Edge): MiddlewareHandler[] {
  const { rate, bodyBytes } = limits;
  return [
    // What a proxy in front of us calls the request, or a new id.
    requestId({ generator: newId }),
    traceRequests(),
    logRequests(logger),
    secureHeaders(),
    ...(development ? [developmentGuard(origins)] : []),
    allowOrigins(origins),
    drainGate(isLeaving),
    ...(rate === undefined ? [] : [limitRate(rate)]),
    limitRequestBody(bodyBytes),
  ];
}
