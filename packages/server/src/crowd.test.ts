import { expect, test } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { toFrames } from './__fixtures__/read-frames.ts';
import { until } from './__fixtures__/until.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

const CROWD = process.env.TEST_FULL === '1' ? 200 : 40;

test('Q38: all waiters and readers of a crowd are told when the server stops', async () => {
  const server = await startServer(clerks(), {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    auth: 'auto',
    handleSignals: false,
  });
  const post = (body: object) =>
    fetch(`${server.url}/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens!.user}` },
      body: JSON.stringify(body),
    });
  const crowd = Array.from({ length: CROWD }, (_, index) => index);
  const quick = crowd.map((index) => post({ body: 'wait 400', task_id: `quick-${index}` }));
  const slow = crowd.map((index) => post({ body: 'hang', task_id: `slow-${index}` }));
  const streams = await Promise.all(
    crowd.map((index) => post({ body: 'hang', task_id: `stream-${index}`, stream: true })),
  );
  const texts = streams.map((response) => response.text());
  const caller = { role: 'user', id: 'dev-user', token: '' } as const;
  await until(async () => (await server.served.instance(caller).tasks({ limit: 10_000 })).length === 3 * CROWD, 20_000);

  await server.stop({ drainMs: 3_000 });

  for (const response of await Promise.all(quick)) expect(response.status).toBe(200);
  for (const response of await Promise.all(slow)) {
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  }
  // Whole frames only, with ids to come back with.
  for (const text of await Promise.all(texts)) {
    const frames = toFrames(text);
    expect(frames.filter(({ id }) => id !== undefined).length).toBeGreaterThan(0);
    expect(frames.map(({ event }) => event)).not.toContain('task_complete');
  }
});
