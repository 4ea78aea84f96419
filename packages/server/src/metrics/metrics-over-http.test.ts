import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizations, startFuzzServer } from '../fuzz/__fixtures__/fuzz-server.ts';
import type { RunningServer } from '../start-options.ts';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startFuzzServer();
});

afterAll(async () => server.stop({ drainMs: 0 }));

const call = (path: string, caller: string, body?: object): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: authorizations[caller]!,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const scrape = async (): Promise<string> => (await call('/metrics', 'admin')).text();
const within = async (check: () => Promise<boolean>): Promise<boolean> => {
  for (let tries = 0; tries < 200; tries += 1)
    if (await check()) return true;
    else await sleep(10);
  return false;
};

describe('GET /metrics of a server', () => {
  test('the metrics of a server are for admins only', async () => {
    for (const caller of ['user', 'other', 'agent']) {
      const answer = await call('/metrics', caller);
      expect([answer.status, await answer.json()]).toEqual([401, { detail: 'invalid role', code: 'unauthenticated' }]);
    }
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  });

  test('shows requests and what the swarms did', async () => {
    await (await call('/message', 'user', { body: 'hello' })).text();
    await (await call('/message', 'user', { body: 'fail' })).text();
    await (await call('/message', 'user', { body: '' })).text();
    await (await call('/tasks/nothing', 'user')).text();
    const text = await scrape();
    const requests = (method: string, route: string, status: number): number =>
      valueOf(text, `posthouse_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(requests('POST', '/message', 200)).toBe(2);
    expect(requests('POST', '/message', 400)).toBe(1);
    expect(requests('GET', '/tasks/:task_id', 404)).toBe(1);
    expect(valueOf(text, 'posthouse_runs_ended_total{swarm="desk",outcome="complete"}')).toBe(1);
    expect(valueOf(text, 'posthouse_runs_ended_total{swarm="desk",outcome="error"}')).toBe(1);
  });

  test('counts streams while they are open', async () => {
    await (await call('/message', 'user', { body: 'hello', task_id: 'streamed' })).text();
    const open = async (): Promise<number> => valueOf(await scrape(), 'posthouse_streams_open');
    expect(await open()).toBe(0);
    const stream = await call('/tasks/streamed/events?follow=1', 'user');
    expect(await open()).toBe(1);
    await stream.body!.cancel();
    expect(await within(async () => (await open()) === 0)).toBe(true);
    expect(valueOf(await scrape(), 'posthouse_streams_total')).toBe(1);
  });

  test('names no caller, no task and no token', async () => {
    await (await call('/message', 'user', { body: 'a secret', task_id: 'task-of-mine' })).text();
    const text = await scrape();
    expect(parsePrometheusText(text).values.size).toBeGreaterThan(20);
    for (const word of ['alice', 'task-of-mine', 'a secret', 'token-of']) expect(text).not.toContain(word);
  });
});
