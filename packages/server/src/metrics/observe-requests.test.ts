import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';
import { observeRequests } from './observe-requests.ts';
import { metricsHandler, ServerMetrics } from './server-metrics.ts';

function makeApp() {
  const metrics = new ServerMetrics({ version: '9.9.9' });
  const app = new Hono();
  app.use('*', observeRequests(metrics));
  app.get('/tasks/:task_id', (c) => c.text(c.req.param('task_id')));
  app.post('/slow', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 12));
    return c.text('done');
  });
  app.get('/broken', () => {
    throw new Error('oh');
  });
  app.get('/metrics', metricsHandler(metrics));
  app.onError((_, c) => c.text('sorry', 500));
  return { app, metrics };
}

const count = (method: string, route: string, status: number): string =>
  `posthouse_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

describe('request metrics', () => {
  test('requests are counted by route pattern, not by path', async () => {
    const { app, metrics } = makeApp();
    for (const id of ['a', 'b', 'c']) await app.request(`/tasks/${id}`);
    expect(valueOf(await metrics.toText(), count('GET', '/tasks/:task_id', 200))).toBe(3);
  });

  test('failed requests are counted with their status', async () => {
    const { app, metrics } = makeApp();
    await app.request('/broken');
    expect(valueOf(await metrics.toText(), count('GET', '/broken', 500))).toBe(1);
  });

  test('invented paths and methods are counted in one line', async () => {
    const { app, metrics } = makeApp();
    for (let index = 0; index < 20; index += 1) {
      await app.request(`/nowhere/${index}`, { method: index % 2 === 0 ? 'GET' : `BREW${index}` });
    }
    const lines = (await metrics.toText())
      .split('\n')
      .filter((line) => line.startsWith('posthouse_http_requests_total{'));
    expect(lines).toEqual([`${count('GET', 'unmatched', 404)} 10`, `${count('OTHER', 'unmatched', 404)} 10`]);
  });

  test('measure until the answer begins', async () => {
    const { app, metrics } = makeApp();
    await app.request('/slow', { method: 'POST' });
    const text = await metrics.toText();
    const labels = 'method="POST",route="/slow"';
    expect(valueOf(text, `posthouse_http_request_seconds_count{${labels}}`)).toBe(1);
    expect(valueOf(text, `posthouse_http_request_seconds_bucket{le="0.01",${labels}}`)).toBe(0);
    expect(valueOf(text, `posthouse_http_request_seconds_bucket{le="10",${labels}}`)).toBe(1);
    expect(valueOf(text, `posthouse_http_request_seconds_sum{${labels}}`)).toBeGreaterThan(0.01);
  });
});

describe('the answer of /metrics', () => {
  test('the answer of /metrics is text that Prometheus reads, and names the running version', async () => {
    const { app } = makeApp();
    const answer = await app.request('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const { values, types } = parsePrometheusText(await answer.text());
    const build = `posthouse_build_info{version="9.9.9",node="${process.version}",protocol="1.3"}`;
    expect(values.get(build)).toBe(1);
    expect([...types.keys()].filter((name) => !/^(posthouse|process)_/.test(name))).toEqual([]);
  });
});
