import { describe, expect, test } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import type { LogLevel } from '../logging/logger.ts';
import { edgeApp } from './__fixtures__/edge-app.ts';
import { drainGate } from './drain-gate.ts';
import { logRequests } from './log-requests.ts';
import { browserCommand } from './open-browser.ts';
import { secureHeaders } from './secure-headers.ts';

async function logOf(path: string, level: LogLevel = 'info', headers: Record<string, string> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ level, format: 'json', write: (line) => lines.push(line) });
  await edgeApp(logRequests(logger)).request(path, { headers });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the request log', () => {
  test('the request log has one line per request: what, how it ended, how long it took', async () => {
    expect(await logOf('/')).toMatchObject([
      { message: 'request', method: 'GET', path: '/', status: 200, ms: expect.any(Number) },
    ]);
  });

  test('names the caller, if known', async () => {
    expect(await logOf('/as/alice')).toMatchObject([{ caller: 'user:alice' }]);
  });

  test('the log includes failures and unknown paths', async () => {
    expect(await logOf('/fail')).toMatchObject([{ path: '/fail', status: 500 }]);
    expect(await logOf('/nowhere')).toMatchObject([{ path: '/nowhere', status: 404 }]);
  });

  test('the log leaves out what may be secret', async () => {
    const lines = await logOf('/?token=abcdef&body=private', 'debug', {
      authorization: 'Bearer abcdef',
      cookie: 'a=private',
    });
    expect(JSON.stringify(lines)).not.toMatch(/abcdef|private/);
  });

  test('the log includes health probes only at debug level', async () => {
    expect(await logOf('/health/live')).toEqual([]);
    expect(await logOf('/health/live', 'debug')).toHaveLength(1);
  });

  test('the request log is empty when only warnings are wanted', async () => {
    expect(await logOf('/', 'warn')).toEqual([]);
  });
});

test('answers forbid browsers to sniff types, frame pages or send referrers', async () => {
  const app = edgeApp(secureHeaders());
  for (const path of ['/', '/fail', '/nowhere']) {
    const { headers } = await app.request(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

describe('a draining server', () => {
  const app = edgeApp(drainGate(() => true));

  test.each(['/', '/health/ready', '/as/alice'])('refuses requests to %s for a moment', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('shutting down'),
    });
  });

  test('a draining server still reports that it is alive', async () => {
    expect((await app.request('/health/live')).status).toBe(200);
  });

  test('answers everything before it starts draining', async () => {
    expect((await edgeApp(drainGate(() => false)).request('/health/ready')).status).toBe(200);
  });
});

test.each([
  ['linux', ['xdg-open', ['http://x/?a&b']]],
  ['darwin', ['open', ['http://x/?a&b']]],
  ['win32', ['cmd', ['/c', 'start', '""', 'http://x/?a^&b']]],
] as const)('on %s a page is opened with %j', (platform, command) => {
  expect(browserCommand(platform, 'http://x/?a&b')).toEqual(command);
});
