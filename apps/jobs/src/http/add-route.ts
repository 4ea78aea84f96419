import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { findDevice } from '../auth/owners.ts';
import { readToken } from '../auth/read-token.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { toLanguage } from '../errors/language.ts';
import type { Services } from '../services/services.ts';
import { checkInput } from './check-input.ts';
import { mediaType, readJSON } from './read-body.ts';
import type { Route } from './route.ts';

const NO_QUERY = z.strictObject({});

/** Registers a route: who is asking, then what is asked, then the handler. */
export function addRoute(app: Hono, route: Route, services: Services): void {
  const method = route.method.toUpperCase();
  if (route.maxBytes !== undefined) app.on(method, route.path, limitBody(route.maxBytes));
  app.on(method, route.path, async (c) => {
    const language = toLanguage(c.req.header('accept-language'));
    if (route.access === 'public') return await route.handle((await readRequest(c, route, language)) as never);
    const ownerId = requireOwner(c, services);
    return await route.handle((await readRequest(c, route, language)) as never, { ...services, ownerId });
  });
}

/** Whose request this is, or `unauthorized`. */
export function requireOwner(c: Context, { database, now }: Services): number {
  const token = readToken(c.req);
  const device = token === undefined ? undefined : findDevice(database, token, now());
  if (device === undefined) throw new JobsError('unauthorized');
  return device.ownerId;
}

/** Refuses larger bodies, announced or not. */
export function limitBody(bytes: number): ReturnType<typeof bodyLimit> {
  const refuse = (): never => {
    throw new JobsError('payloadTooLarge', { values: { bytes } });
  };
  return bodyLimit({ maxSize: bytes, onError: refuse });
}

async function readRequest(c: Context, route: Route, language: 'en' | 'zh'): Promise<object> {
  const { token: _, ...query } = c.req.query();
  const asked = c.req.path === '/jobs/sync' ? query : c.req.query();
  return {
    c,
    language,
    params: route.params === undefined ? {} : checkInput(route.params, c.req.param(), language),
    query: checkInput(route.query ?? NO_QUERY, asked, language),
    body: await readBody(c, route, language),
  };
}

async function readBody(c: Context, { body, takesForm }: Route, language: 'en' | 'zh'): Promise<unknown> {
  if (takesForm === true && mediaType(c) === 'multipart/form-data') return undefined;
  if (takesForm === true && body === undefined) {
    throw new JobsError('unsupportedMedia', { values: { expected: 'multipart/form-data' } });
  }
  return body === undefined ? undefined : checkInput(body, await readJSON(c), language);
}
