import { describe, expect, test } from 'vitest';
import { edgeApp } from './__fixtures__/edge-app.ts';
import { developmentGuard } from './development-guard.ts';

const app = edgeApp(developmentGuard(['http://localhost:3000']));
const ask = (headers: Record<string, string>, path = '/', method = 'GET') =>
  app.request(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });

describe('requests that the development guard accepts', () => {
  test.each<Record<string, string>>([
    { host: 'localhost:8000' },
    { host: '127.0.0.1:8000' },
    { host: '[::1]:8000' },
    { host: 'localhost:8000', origin: 'http://localhost:3000' },
    { host: 'localhost:8000', origin: 'http://localhost:8000' },
  ])('a request with the headers %j is accepted', async (headers) => {
    expect((await ask(headers)).status).toBe(200);
  });
});

describe('requests that the development guard refuses', () => {
  test.each<Record<string, string>>([
    {},
    { host: '' },
    { host: 'evil.example' },
    { host: 'evil.example:8000' },
    { host: 'localhost.evil.example' },
    { host: '192.168.0.9:8000' },
    { host: 'localhost:8000', origin: 'https://evil.example' },
    { host: 'localhost:8000', origin: 'http://localhost:3001' },
    { host: 'localhost:8000', origin: 'https://localhost:3000' },
    { host: 'localhost:8000', origin: 'null' },
    { host: 'localhost:8000', origin: '' },
  ])('a request with the headers %j is refused', async (headers) => {
    const response = await ask(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'origin_refused',
      detail: expect.stringMatching(/^in development/),
    });
  });

  test.each(['/', '/echo', '/nowhere', '/health/live'])('a foreign host is refused on the path %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      expect((await ask({ host: 'rebound.example' }, path, method)).status).toBe(403);
    }
  });
});
