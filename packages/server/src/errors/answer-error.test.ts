import { PosthouseError } from '@posthouse/protocol';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { answerError } from './answer-error.ts';
import type { AppEnv } from '../edge/app-env.ts';
import { recordingLogger } from '../__fixtures__/recording-logger.ts';

function failing(error: unknown) {
  const { logger, lines: logged } = recordingLogger();
  const app = new Hono<AppEnv>();
  app.get('/', () => {
    throw error;
  });
  app.onError(answerError(logger));
  return { app, logged };
}

test('a known error keeps its status, sentence, code and details', async () => {
  const error = new PosthouseError({ code: 'invalid_input', message: 'no', details: [{ path: 'a' }] });
  const { app, logged } = failing(error);
  const response = await app.request('/');
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: 'no', code: 'invalid_input', details: [{ path: 'a' }] });
  expect(logged).toEqual([]);
});

test('an unexpected error hides its cause from the caller, and the log has it', async () => {
  const error = new TypeError('cannot read the password of undefined');
  const { app, logged } = failing(error);
  const response = await app.request('/');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ detail: 'an internal error occurred', code: 'internal' });
  expect(logged).toMatchObject([{ message: 'a request failed', fields: { method: 'GET', path: '/', error } }]);
});

test('an error code of a task fails a request, and names the task', async () => {
  const { app } = failing(new PosthouseError({ code: 'limit_reached', message: 'no more turns' }));
  const response = await app.request('/');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ detail: 'no more turns', code: 'limit_reached' });
});

test('refusals name the scheme, and unavailability says when to come back', async () => {
  const refused = await failing(new PosthouseError({ code: 'unauthenticated', message: 'no' })).app.request('/');
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  const busy = await failing(new PosthouseError({ code: 'unavailable', message: 'no' })).app.request('/');
  expect(busy.headers.get('retry-after')).toBe('1');
});

test('unavailability is logged as a warning, not as an error', async () => {
  const { app, logged } = failing(new PosthouseError({ code: 'peer_unreachable', message: 'gone' }));
  expect((await app.request('/')).status).toBe(502);
  expect(logged).toMatchObject([{ level: 'warn', message: 'a request could not be served' }]);
});

test('a disconnected client is not logged', async () => {
  const { app, logged } = failing(new Error('aborted'));
  const response = await app.request('/', { signal: AbortSignal.abort() });
  expect(response.status).toBe(499);
  expect(logged).toEqual([]);
});
