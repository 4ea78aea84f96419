import { describe, expect, test } from 'vitest';
import { edgeApp } from './__fixtures__/edge-app.ts';
import { limitRate } from './rate-limit.ts';

function limited(rate = { perSecond: 1, burst: 3 }) {
  const clock = { now: 0 };
  const app = edgeApp(limitRate(rate, () => clock.now));
  const ask = (path: string, token?: string, address = '10.0.0.1') =>
    app.request(path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }, {
      incoming: { socket: { remoteAddress: address } },
    } as never);
  return { ask, clock };
}

async function askOften(times: number, ask: () => Response | Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await ask()).status);
  return statuses;
}

describe('Q58: a caller who asks too often', () => {
  test('a caller who asks too often is told to wait, and for how long', async () => {
    const { ask, clock } = limited();
    expect(await askOften(4, () => ask('/'))).toEqual([200, 200, 200, 429]);
    const refused = await ask('/');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', detail: 'too many requests; wait 1000 ms' });
    clock.now += 1_000;
    expect((await ask('/')).status).toBe(200);
  });

  test('one caller who asks too often does not affect another behind the same address', async () => {
    const { ask } = limited();
    await ask('/as/alice', 'a');
    await ask('/as/bob', 'b');
    expect(await askOften(5, () => ask('/as/alice', 'a'))).toEqual([200, 200, 200, 429, 429]);
    expect((await ask('/as/bob', 'b')).status).toBe(200);
  });

  test('a caller gains nothing by inventing tokens', async () => {
    const { ask } = limited();
    let attempt = 0;
    expect(await askOften(5, () => ask('/', `guess-${(attempt += 1)}`))).toEqual([200, 200, 200, 429, 429]);
    expect((await ask('/', 'guess', '10.0.0.2')).status).toBe(200);
  });

  test('a caller who asks too often is not forgotten because others come', async () => {
    const { ask } = limited();
    await askOften(4, () => ask('/'));
    for (let other = 0; other < 50; other += 1) await ask('/', undefined, `10.1.0.${other}`);
    expect((await ask('/')).status).toBe(429);
  });
});

describe('requests to /interswarm', () => {
  test('the general limit never refuses a peer at /interswarm', async () => {
    const { ask } = limited();
    await askOften(3, () => ask('/'));
    expect(await askOften(10, () => ask('/interswarm/as/agent', 'p'))).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await ask('/')).status).toBe(429);
  });

  test('queue when they come from a user, or from an address that guesses tokens', async () => {
    const { ask } = limited({ perSecond: 0.01, burst: 2 });
    await ask('/interswarm/as/user', 'u');
    // Whoever would wait longer than anybody does is told so, and not with a 429.
    expect(await askOften(4, () => ask('/interswarm/as/user', 'u'))).toEqual([200, 200, 503, 503]);
    let attempt = 0;
    const guess = () => ask('/interswarm/as/nobody', `guess-${(attempt += 1)}`);
    expect(await askOften(5, guess)).toEqual([401, 401, 401, 503, 503]);
  });
});

test('health checks are never rate-limited', async () => {
  const { ask } = limited({ perSecond: 1, burst: 1 });
  await ask('/as/x');
  expect(await askOften(10, () => ask('/health/live'))).toEqual(Array.from({ length: 10 }, () => 200));
});
