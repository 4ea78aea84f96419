import { describe, expect, test } from 'vitest';
import { edgeApp } from './__fixtures__/edge-app.ts';
import { allowOrigins, DEFAULT_ORIGINS } from './cors.ts';

const app = edgeApp(allowOrigins(DEFAULT_ORIGINS));
const HOME = 'http://localhost:3000';

function preflight(origin: string) {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,idempotency-key',
  };
  return app.request('/echo', { method: 'OPTIONS', headers });
}

describe('CORS for allowed origins', () => {
  test.each(DEFAULT_ORIGINS)('a page of %s may read answers', async (origin) => {
    const { headers } = await app.request('/', { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    for (const name of ['X-Task-Id', 'X-Should-Retry', 'Mcp-Session-Id']) {
      expect(headers.get('access-control-expose-headers')).toContain(name);
    }
    expect(headers.get('vary')).toContain('Origin');
  });

  test('a preflight request may ask for any header', async () => {
    const { status, headers } = await preflight(HOME);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')).toBe('authorization,idempotency-key');
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-max-age')).toBe('600');
  });

  test.each(['/fail', '/nowhere'])('a page can read the error at %s', async (path) => {
    const response = await app.request(path, { headers: { origin: HOME } });
    expect(response.headers.get('access-control-allow-origin')).toBe(HOME);
  });
});

describe('CORS for other origins', () => {
  test.each(['https://evil.example', 'null', 'http://localhost:3000.evil.example', 'http://LOCALHOST:3000'])(
    'a page of %s may not read answers',
    async (origin) => {
      for (const response of [await app.request('/', { headers: { origin } }), await preflight(origin)]) {
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(response.headers.get('vary')).toContain('Origin');
      }
    },
  );
});

test('a client without an Origin gets no CORS headers', async () => {
  const { headers } = await app.request('/');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('every origin is allowed if configured so, but without cookies', async () => {
  const response = await edgeApp(allowOrigins(['*'])).request('/', { headers: { origin: 'https://any.example' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
});
