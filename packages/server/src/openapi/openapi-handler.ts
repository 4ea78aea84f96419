import type { Context } from 'hono';
import { documentedRoutes } from './documented-routes.ts';
import { toOpenAPI } from './to-openapi.ts';

/** `GET /openapi.json`. The document is made when the first reader comes, so that starting does not wait for it. */
export function openapiHandler(): (context: Context) => Response {
  let text: string | undefined;
  return (context) => {
    text ??= JSON.stringify(toOpenAPI(documentedRoutes));
    return context.body(text, 200, { 'Content-Type': 'application/json' });
  };
}
