import { quiet, startServer } from '@posthouse/server';
import { expect, test } from 'vitest';
import { writerSwarm } from './__fixtures__/chat-host.ts';
import { TOKENS } from './__fixtures__/fixed-tokens.ts';
import { Gates } from './__fixtures__/gates.ts';
import { PacedModel } from './__fixtures__/paced-model.ts';
import { ourSDKs } from './__fixtures__/sdks.ts';

const [, open] = ourSDKs.at(-1)!;

test('sessions of other callers do not exist', async () => {
  await using server = await startServer(
    writerSwarm(new PacedModel(new Gates(), () => [{ say: 'The secret of Alice' }])),
    {
      port: 0,
      databaseURL: 'sqlite::memory:',
      logger: quiet,
      handleSignals: false,
      auth: { authenticate: (token) => Promise.resolve(TOKENS[token]) },
    },
  );
  const api = `${server.url}/chat`;
  const alice = open({ api, token: 'alice' }, { id: 'hers' });
  await alice.sendMessage({ text: 'Tell me a secret' });
  const call = (method: string, path: string, body?: object) =>
    fetch(`${api}${path}`, {
      method,
      headers: { authorization: 'Bearer bob' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const routes: [string, string, object?][] = [
    ['GET', '/hers/messages'],
    ['POST', '/hers/stop'],
    ['GET', '/hers/branches'],
    ['POST', '/hers/branch', { taskId: 'any' }],
    ['GET', '/sessions/hers'],
    ['PATCH', '/sessions/hers', { title: 'Mine' }],
    ['DELETE', '/sessions/hers'],
  ];
  for (const [method, path, body] of routes) {
    const answer = await call(method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 404]);
    expect(await answer.text()).not.toContain('ecret');
  }
  for (const path of ['/hers/stream', `/hers/stream?message=${alice.messages[1]!.id}`]) {
    expect((await call('GET', path)).status).toBe(204);
  }
  expect(await (await call('GET', '/sessions')).json()).toEqual({ sessions: [], before: null });
  // The same id is another session in other hands.
  const bob = open({ api, token: 'bob' }, { id: 'hers' });
  await bob.sendMessage({ text: 'Whose is this?' });
  expect(bob.messages).toHaveLength(2);
  await alice.sendMessage({ text: 'And mine?' });
  expect(alice.messages).toHaveLength(4);
  expect(((await (await call('GET', '/hers/messages')).json()) as { messages: unknown[] }).messages).toHaveLength(2);
});
