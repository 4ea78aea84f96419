import { whoamiWire } from '@posthouse/protocol';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { get, gives, post, takes } from '../openapi/describe-routes.ts';
import { readBody, routeAdder } from './add-route.ts';
import type { AppEnv } from '../edge/app-env.ts';
import { createGate } from './require-role.ts';

const alice = gives('Somebody.', whoamiWire, { id: 'alice', role: 'user' });
const authenticator = {
  authenticate: async (token: string) => ({ role: token as 'user' | 'admin', id: token, token }),
};
const as = (role: string) => ({ headers: { Authorization: `Bearer ${role}` } });

function makeApp({ debug = false } = {}) {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => c.json({ code: (error as { code?: string }).code }, 400));
  return {
    app,
    on: routeAdder(app, createGate(authenticator, { onCaller: () => undefined }), { debug }),
  };
}

describe('addRoute', () => {
  test('lets in only the roles of its access, and reads parameters in braces', async () => {
    const { app, on } = makeApp();
    on(get('/users/{id}', 'admin', { summary: '', answers: alice }), (c) => ({
      id: c.req.param('id'),
      role: 'user' as const,
    }));
    expect(await (await app.request('/users/7', as('user'))).json()).toEqual({ code: 'unauthenticated' });
    expect(await (await app.request('/users/7', as('admin'))).json()).toEqual({ id: '7', role: 'user' });
  });

  test('encodes what its handler returns with the codec of its answer', async () => {
    const { app, on } = makeApp();
    const answers = gives('Camels.', z.strictObject({ is_camel: z.boolean() }), { is_camel: true });
    on(get('/plain', 'public', { summary: '', answers }), () => ({ is_camel: true }));
    on(get('/response', 'public', { summary: '', answers }), (c) => c.text('as it is'));
    expect(await (await app.request('/plain')).json()).toEqual({ is_camel: true });
    expect(await (await app.request('/response')).text()).toBe('as it is');
  });

  test('decodes its body with the codec that describes it', async () => {
    const { app, on } = makeApp();
    const route = post('/whoami', 'public', { summary: '', body: takes(whoamiWire, {}), answers: alice });
    on(route, (c) => readBody(c, route));
    const body = JSON.stringify({ id: 'bob', role: 'admin', extra: 1 });
    expect(await (await app.request('/whoami', { method: 'POST', body })).json()).toEqual({ id: 'bob', role: 'admin' });
    const wrong = await app.request('/whoami', { method: 'POST', body: '{}' });
    expect(await wrong.json()).toEqual({ code: 'invalid_input' });
  });

  test.each([
    [false, { code: 'not_found' }],
    [true, { code: 'unauthenticated' }],
  ])('answers a debug route only when debugging is on (%j)', async (debug, expected) => {
    const { app, on } = makeApp({ debug });
    on(get('/inside', 'user', { summary: '', debug: true, answers: alice }), () => ({
      id: 'x',
      role: 'user' as const,
    }));
    expect(await (await app.request('/inside')).json()).toEqual(expected);
  });
});
