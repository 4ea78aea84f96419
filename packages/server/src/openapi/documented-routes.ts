import type { Context } from 'hono';
import { budgetRoutes } from './budget-routes.ts';
import { chatDocumentedRoutes } from './chat-routes.ts';
import type { DocumentedRoute } from './documented-route.ts';
import { exportRoutes } from './export-routes.ts';
import { interswarmRoutes } from './interswarm-routes.ts';
import { manualRoutes } from './manual-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { openAIRoutes } from './openai-routes.ts';
import { operationsRoutes } from './operations-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { serverRoutes } from './server-routes.ts';
import { swarmRoutes } from './swarm-routes.ts';
import { taskLogRoutes } from './task-log-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { toOpenAPI } from './to-openapi.ts';
import { uiRoutes } from './ui-routes.ts';

/** Every route of the server. A test holds this list against the routes that the app has: the chat brings its own. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  serverRoutes,
  messageRoutes,
  taskRoutes,
  taskLogRoutes,
  exportRoutes,
  budgetRoutes,
  manualRoutes,
  chatDocumentedRoutes,
  swarmRoutes,
  interswarmRoutes,
  uiRoutes,
  overviewRoutes,
  openAIRoutes,
  mcpRoutes,
  operationsRoutes,
].flatMap((routes) => Object.values<DocumentedRoute>(routes));

/** `GET /openapi.json`. The document is made when the first reader comes, so that starting does not wait for it. */
export function openapiHandler(): (context: Context) => Response {
  let text: string | undefined;
  return (context) => {
    text ??= JSON.stringify(toOpenAPI(documentedRoutes));
    return context.body(text, 200, { 'Content-Type': 'application/json' });
  };
}
