import { PosthouseError } from '@posthouse/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import { answerError } from '../../errors/answer-error.ts';
import type { AppEnv } from '../app-env.ts';
import { quiet } from '../../logging/quiet.ts';

/** A small app behind the given middleware. `/as/:id` answers as if somebody had been recognised. */
export function edgeApp(...before: MiddlewareHandler[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const handler of before) app.use('*', handler);
  app.get('/', (c) => c.json({ ok: true }));
  app.get('/health/live', (c) => c.json({ ok: true }));
  app.get('/health/ready', (c) => c.json({ ok: true }));
  app.get('/as/:id', (c) => {
    c.set('caller', { role: 'user', id: c.req.param('id'), token: 'secret' });
    return c.json({ ok: true });
  });
  app.get('/interswarm/as/:role', (c) => {
    const role = c.req.param('role');
    if (role === 'nobody') throw new PosthouseError({ code: 'unauthenticated', message: 'invalid API key' });
    c.set('caller', { role: role as 'agent', id: role, token: 'secret' });
    return c.json({ ok: true });
  });
  app.get('/fail', () => {
    throw new Error('unexpected');
  });
  app.post('/echo', async (c) => c.json({ length: (await c.req.text()).length }));
  app.onError(answerError(quiet));
  return app;
}
