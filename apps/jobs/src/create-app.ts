import { Hono } from 'hono';
import type { PairingCode } from './auth/pairing-code.ts';
import type { Assistant } from './create-assistant.ts';
import { addRoute, limitBody, requireOwner } from './http/add-route.ts';
import { allowOrigins } from './http/allow-origins.ts';
import { answerError, answerUnmatched } from './http/answer-error.ts';
import type { Route } from './http/route.ts';
import { toOpenAPI } from './openapi/to-openapi.ts';
import { analysisRoutes } from './routes/analysis-routes.ts';
import { analyticsRoutes } from './routes/analytics-routes.ts';
import { authRoutes } from './routes/auth-routes.ts';
import { healthRoute } from './routes/health-route.ts';
import { enrichRoutes, ingestRoutes } from './routes/ingest-routes.ts';
import { jobListRoutes, jobRoutes } from './routes/job-routes.ts';
import { resumeRoutes } from './routes/resume-routes.ts';
import { syncRoutes } from './routes/sync-routes.ts';
import { tailoringRoutes } from './routes/tailoring-routes.ts';
import type { Services } from './services/services.ts';
import type { ActiveSyncs } from './sync/active-syncs.ts';
import { addPageRoutes } from './web/add-page-routes.ts';

const VERSION = '0.1.0';
const MAX_BODY_BYTES = 20 * 1024 * 1024;

export type AppParts = {
  services: Services;
  syncs: ActiveSyncs;
  /** Lets devices in; without it nobody new gets in. */
  pairing?: PairingCode;
  /** The chat with the agent. */
  assistant?: Pick<Assistant, 'routes'>;
  /** Told about what nobody expected; the console unless given. */
  report?: (error: unknown) => void;
};

/** Every route, in the order in which the router is to try them: words before ids. */
export function listRoutes({ services, syncs, pairing, assistant }: AppParts): Route[] {
  const capabilities = [
    'jobs',
    'ingest',
    'sync',
    'resumes',
    'tailor',
    'pdf',
    'analysis',
    'analytics',
    ...(assistant === undefined ? [] : ['chat']),
  ];
  return [
    healthRoute({ version: VERSION, capabilities }),
    ...authRoutes(services, pairing),
    ...jobListRoutes,
    ...syncRoutes(syncs),
    ...ingestRoutes,
    ...resumeRoutes,
    ...tailoringRoutes,
    ...analyticsRoutes,
    ...(assistant?.routes ?? []),
    ...jobRoutes,
    ...enrichRoutes,
    ...analysisRoutes,
  ];
}

/**
 * The API and the page as a function of requests; it does not listen.
 *
 * @example
 * const app = createApp({ services, syncs });
 * await app.request('/jobs', { headers: { Authorization: `Bearer ${token}` } });
 */
export function createApp(parts: AppParts): Hono {
  const { services, report = console.error } = parts;
  const routes = listRoutes(parts);
  const app = new Hono();
  app.use('*', allowOrigins());
  app.use('*', limitBody(MAX_BODY_BYTES));
  // Strangers do not learn which paths there are.
  app.use('/jobs/*', async (c, next) => {
    if (c.req.method !== 'OPTIONS') requireOwner(c, services);
    await next();
  });
  for (const route of routes) addRoute(app, route, services);
  let description: object | undefined;
  app.get('/openapi.json', (c) => c.json((description ??= toOpenAPI(routes, { version: VERSION }))));
  addPageRoutes(app);
  app.notFound(answerUnmatched);
  app.onError(answerError(report));
  return app;
}
