import { createClient } from '@posthouse/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BusyModel } from './__fixtures__/busy-model.ts';
import { until } from './__fixtures__/until.ts';

afterEach(() => vi.unstubAllEnvs());

/** Alice has one call under way and two that wait, which is as many as may. */
async function fullQueue() {
  const busy = await BusyModel.start({ modelCalls: { atOnce: 1, waitingPerCaller: 2 } });
  const answers = [busy.post('first', { headers: { 'Idempotency-Key': 'k' } })];
  await until(() => busy.asking === 1);
  for (const body of ['second', 'third']) answers.push((await busy.queue(body)).answer);
  return { busy, answers, [Symbol.asyncDispose]: () => busy[Symbol.asyncDispose]() };
}

const DOORS: Record<string, [path: string, body: object]> = {
  'POST /message': ['/message', { body: 'more', swarm: 'one' }],
  'POST /message with a stream': ['/message', { body: 'more', swarm: 'one', stream: true }],
  'POST /chat': ['/chat', { id: 's', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'more' }] }] }],
  'POST /v1/responses': ['/v1/responses', { model: 'one', input: 'more' }],
  'POST /v1/chat/completions': [
    '/v1/chat/completions',
    { model: 'one', messages: [{ role: 'user', content: 'more' }] },
  ],
  'POST /mcp': [
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'one', arguments: { message: 'more' } } },
  ],
};

describe('a full queue', () => {
  test.each(Object.entries(DOORS))(
    'refuses a new message with 429 and says when to come again: %s',
    async (_, [path, body]) => {
      await using full = await fullQueue();
      const response = await full.busy.stage.overHTTP(path, { body });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await response.text()).toContain('"queue_full"');
      // Somebody else may still come, and nothing was taken of what was refused.
      const other = full.busy.post('other', { as: 'bob' });
      full.busy.release();
      await expect(other).resolves.toMatchObject({ status: 'complete' });
      await Promise.all(full.answers);
      expect(full.busy.asked.toSorted()).toEqual(['first', 'other', 'second', 'third']);
    },
  );

  test('begins no chat session with a message that it refuses', async () => {
    await using full = await fullQueue();
    const [path, body] = DOORS['POST /chat']!;
    expect((await full.busy.stage.overHTTP(path, { body })).status).toBe(429);
    const sessions = await full.busy.stage.overHTTP('/chat/sessions');
    expect(await sessions.json()).toMatchObject({ sessions: [] });
    full.busy.release();
    await Promise.all(full.answers);
    // The same request is taken when there is room again.
    const taken = await full.busy.stage.overHTTP(path, { body });
    expect(taken.status).toBe(200);
    await taken.text();
  });

  test('still recognises an accepted message, and lets runs be cancelled', async () => {
    await using full = await fullQueue();
    const again = full.busy.post('first', { headers: { 'Idempotency-Key': 'k' } });
    await full.busy.stage.overHTTP('/tasks/second/cancel', { method: 'POST' });
    const { answer } = await full.busy.queue('fourth');
    full.busy.release();
    await expect(again).resolves.toMatchObject({ status: 'complete' });
    await expect(answer).resolves.toMatchObject({ status: 'complete' });
    expect(full.busy.asked).toEqual(['first', 'third', 'fourth']);
  });

  test('accepts messages under /interswarm, which wait like the others', async () => {
    await using full = await fullQueue();
    const answer = full.busy.stage.overHTTP('/interswarm/message', {
      body: { user_token: 'x', targets: ['clerk@one'], body: 'letter', task_id: 'letter' },
    });
    await until(async () => (await full.busy.task('letter')).queued?.place === 3);
    full.busy.release();
    expect((await answer).status).toBe(200);
    expect(full.busy.asked).toEqual(['first', 'second', 'third', 'letter']);
  });

  test('makes our client wait and send the message again', async () => {
    await using full = await fullQueue();
    const { url } = await full.busy.stage.listen();
    const refused = vi.fn<() => void>();
    const watched: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (response.status === 429) refused();
      return response;
    };
    const client = createClient({ baseURL: url, token: 'alice', fetch: watched as never });
    const answer = client.postMessage({ body: 'from the client', swarm: 'one' });
    await until(() => refused.mock.calls.length === 1);
    full.busy.release();
    await expect(answer).resolves.toMatchObject({ status: 'complete' });
    expect(full.busy.asked.slice(3)).toEqual(['from the client']);
  });
});
