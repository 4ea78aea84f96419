import type { HonoRequest } from 'hono';

/**
 * The token of a request: `Authorization: Bearer`, `x-eve-token`, or, for the one route that browsers open without
 * headers (an event source of `GET /jobs/sync`), the query.
 */
export function readToken(request: HonoRequest): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.header('authorization') ?? '')?.[1];
  const inQuery = request.method === 'GET' && request.path === '/jobs/sync' ? request.query('token') : undefined;
  return bearer ?? request.header('x-eve-token') ?? inQuery;
}
