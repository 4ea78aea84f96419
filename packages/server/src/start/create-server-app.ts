import type { Hono } from 'hono';
import type { Authenticator } from '../auth/caller.ts';
import { createApp } from '../create-app.ts';
import type { AppEnv } from '../edge/app-env.ts';
import { DEFAULT_ORIGINS } from '../edge/cors.ts';
import { toMiddleware } from '../edge/to-middleware.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { ServedSwarms } from '../served-swarms.ts';
import type { StartPlan } from './start-plan.ts';

export type ServerAppOptions = {
  served: ServedSwarms;
  authenticator: Authenticator;
  development: boolean;
  /** In development: the token of whoever asks `/ui` from this machine without one. */
  localToken: string | undefined;
  metrics: ServerMetrics;
  isLeaving: () => boolean;
};

/** The routes, behind what every request passes first. */
export function createServerApp(
  { options, limits, logger }: StartPlan,
  { served, authenticator, development, localToken, metrics, isLeaving }: ServerAppOptions,
): Hono<AppEnv> {
  const { cors, debug, extend, questions, stepProposer, publicURL, pingMs, streamBytes, stallMs } = options;
  const origins = cors?.origins ?? DEFAULT_ORIGINS;
  return createApp({
    served,
    authenticator,
    localToken,
    logger,
    metrics,
    before: toMiddleware({ logger, limits, origins, development, isLeaving }),
    debug,
    extend,
    questions,
    stepProposer,
    publicURL,
    pingMs,
    streamBytes,
    stallMs,
  });
}
