import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { quiet } from '../logging/quiet.ts';
import type { RunningServer } from '../start-options.ts';
import { startServer } from '../start-server.ts';

const OPTIONS = { port: 0, databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false } as const;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer([clerks()], { ...OPTIONS, auth: 'development' });
});
afterAll(() => server.stop());

/** The status of a request with exactly these headers, as `fetch` would not send it. */
async function statusOf(headers: Record<string, string>, { path = '/ui/agents', url = server.url } = {}) {
  return new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${url}${path}`, { headers }, (answer) => resolve(answer.resume().statusCode));
    asked.on('error', reject).end();
  });
}

describe('a request to /ui without a token of ours, to a server in development', () => {
  test.each<Record<string, string>>([
    {},
    { host: 'localhost:8000' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    // What MAIL's own pages send.
    { origin: 'http://localhost:3000', authorization: 'Bearer user:default' },
  ])('acts as the development user when it comes from this machine: %j', async (headers) => {
    expect(await statusOf(headers)).toBe(200);
  });

  test('lists the tasks of the development user', async () => {
    const body = JSON.stringify({ body: 'hello', task_id: 'own', stream: false });
    const answer = await fetch(`${server.url}/ui/message`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    const own = await fetch(`${server.url}/tasks`, { headers: { authorization: `Bearer ${server.tokens!.user}` } });
    expect(Object.keys((await own.json()) as object)).toEqual(['own']);
  });

  test.each<[number, Record<string, string>]>([
    [403, { host: 'evil.example' }],
    [403, { origin: 'https://evil.example' }],
    [401, { 'sec-fetch-site': 'cross-site' }],
    [401, { 'x-forwarded-for': '203.0.113.9' }],
    [401, { forwarded: 'for=203.0.113.9' }],
    [401, { authorization: 'Bearer wrong' }],
    [401, { authorization: 'Bearer user:default', 'x-forwarded-for': '203.0.113.9' }],
    [401, { authorization: '' }],
  ])('is refused with %i when it may be of somebody else: %j', async (status, headers) => {
    expect(await statusOf(headers)).toBe(status);
  });

  test('a request is refused when its page is of another origin that the settings allow', async () => {
    const cors = { origins: ['https://ui.example'] };
    await using open = await startServer([clerks()], { ...OPTIONS, auth: 'development', cors });
    expect(await statusOf({ origin: 'https://ui.example' }, { url: open.url })).toBe(401);
  });
});

test.each(['/tasks', '/ui/swarms/desk', '/uix', '/metrics'])(
  '%s asks for a token also in development',
  async (path) => {
    expect(await statusOf({}, { path })).toBeGreaterThanOrEqual(401);
  },
);

test('/ui asks for a token outside of development', async () => {
  const authenticator = { authenticate: async () => undefined };
  await using strict = await startServer([clerks()], { ...OPTIONS, auth: authenticator });
  expect(await statusOf({}, { url: strict.url })).toBe(401);
});
