import { Hono, type MiddlewareHandler } from 'hono';
import type { Authenticator } from './auth/caller.ts';
import { openapiHandler } from './openapi/documented-routes.ts';
import type { ServedSwarms } from './served-swarms.ts';
import type { Logger } from './logging/logger.ts';
import { observeRequests } from './metrics/observe-requests.ts';
import { metricsHandler, type ServerMetrics } from './metrics/server-metrics.ts';
import { addMCPRoutes } from './doors/mcp/add-mcp-routes.ts';
import { addOpenAIRoutes } from './doors/openai/add-openai-routes.ts';
import { operationsRoutes } from './openapi/operations-routes.ts';
import { addChatRoutes } from './routes/chat.ts';
import { addLetterRoutes } from './routes/interswarm-letters.ts';
import { addInterswarmMessageRoutes } from './routes/interswarm-message.ts';
import type { StepProposer } from './app/step-proposer.ts';
import { addManualRoutes } from './routes/manual.ts';
import { addMessageRoutes } from './routes/message.ts';
import { addDebugResponsesRoutes } from './routes/debug-responses.ts';
import { addServerInfoRoutes } from './routes/server-info.ts';
import { addSwarmRoutes } from './routes/swarms.ts';
import { addTaskEventRoutes } from './routes/task-events.ts';
import { addTaskLogRoutes } from './routes/task-log.ts';
import { addDeletionRoutes } from './routes/deletions.ts';
import { addExportRoutes } from './routes/exports.ts';
import { addBudgetRoutes } from './routes/budgets.ts';
import { addTaskRoutes } from './routes/tasks.ts';
import { addUserRoutes } from './routes/users.ts';
import { addUIRoutes } from './routes/ui.ts';
import { addOverviewRoutes } from './routes/ui-overview.ts';
import { StreamHub } from './streams/stream-hub.ts';
import { addStudioRoutes } from './studio/add-studio-routes.ts';
import { routeAdder } from './app/add-route.ts';
import { answerError } from './errors/answer-error.ts';
import type { AppParts } from './app/app-parts.ts';
import { answerUnmatched } from './app/answer-unmatched.ts';
import type { AppEnv } from './edge/app-env.ts';
import { createGate } from './app/require-role.ts';

export type AppOptions = {
  served: ServedSwarms;
  authenticator: Authenticator;
  logger: Logger;
  /** Runs before every route, in this order: request log, guards, limits. */
  before?: MiddlewareHandler[];
  /** Counts what happens, and adds `/metrics`. */
  metrics?: ServerMetrics;
  /** How much may wait for a reader, in bytes; 1 MiB by default. */
  streamBytes?: number;
  /** How long a reader may take nothing of what waits before it is dropped; 30 seconds by default. */
  stallMs?: number;
  /** How long a stream may be silent before it pings; 15 seconds by default. */
  pingMs?: number;
  /** Adds routes after all others. */
  extend?: (app: Hono<AppEnv>) => void;
  /** By swarm: a sample question, for the studio. */
  questions?: Readonly<Record<string, string>>;
  /** Proposes the next step of tasks in manual mode. */
  stepProposer?: StepProposer;
  /** Opens what MAIL has for debugging: `/responses`. */
  debug?: boolean;
  /** Where others reach this server, if not where their requests say. */
  publicURL?: string;
  /** Whether a caller's token may also be valid on other servers, because the same services check it. */
  sharedTokens?: boolean;
  /** In development: the token of whoever asks `/ui` from this machine without one. */
  localToken?: string | undefined;
};

/**
 * The HTTP app of the swarms that a process serves.
 *
 * @example
 * const app = createApp({ served, authenticator, logger });
 * await app.request('/whoami', { headers: { Authorization: `Bearer ${token}` } });
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const {
    served,
    authenticator,
    logger,
    before = [],
    metrics,
    streamBytes,
    stallMs,
    pingMs = 15_000,
    debug = false,
    publicURL,
  } = options;
  const app = new Hono<AppEnv>();
  const gate = createGate(authenticator, {
    onCaller: (caller) => served.admit(caller),
    localToken: options.localToken,
  });
  const streams = new StreamHub({
    engine: served.engine,
    logger,
    observer: metrics?.streams,
    streamBytes,
    stallMs,
    pingMs,
  });
  const { sharedTokens = false, questions = {}, stepProposer } = options;
  const shown = { publicURL, questions, stepProposer };
  const on = routeAdder(app, gate, { debug });
  const parts: AppParts = { app, served, gate, on, streams, logger, debug, sharedTokens, pingMs, ...shown };

  if (metrics !== undefined) app.use('*', observeRequests(metrics));
  for (const handler of before) app.use('*', handler);
  addServerInfoRoutes(parts);
  addMessageRoutes(parts);
  addTaskRoutes(parts);
  addUserRoutes(parts);
  addExportRoutes(parts);
  addDeletionRoutes(parts);
  addTaskEventRoutes(parts);
  addTaskLogRoutes(parts);
  addBudgetRoutes(parts);
  addManualRoutes(parts);
  addSwarmRoutes(parts);
  addInterswarmMessageRoutes(parts);
  addLetterRoutes(parts);
  addDebugResponsesRoutes(parts);
  addUIRoutes(parts);
  addOverviewRoutes(parts);
  addChatRoutes(parts);
  addOpenAIRoutes(parts);
  addMCPRoutes(parts);
  on(operationsRoutes.getOpenAPI, openapiHandler());
  if (metrics !== undefined) on(operationsRoutes.getMetrics, metricsHandler(metrics));
  addStudioRoutes(app);
  options.extend?.(app);
  app.notFound(answerUnmatched(() => app.routes));
  app.onError(answerError(logger));
  return app;
}
