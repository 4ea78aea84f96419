import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Loose } from '../../../packages/server/src/__fixtures__/loose.ts';
import { until } from '../../../packages/server/src/__fixtures__/until.ts';
import type { VersionServer } from './version-server.ts';

const QUESTION = { id: 'question', role: 'user', parts: [{ type: 'text', text: 'stamp chat' }] };

/** What was stamped, in order. */
export async function readStamps(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Leaves work of every kind with a server: finished, paused, in the middle of an action, and a chat session. Then kills it. */
export async function leaveWork(server: VersionServer, stamps: string): Promise<void> {
  expect(await server.post('finished', 'stamp finished')).toMatchObject({ status: 'complete', response: 'done' });
  expect(await server.post('finished', 'say hello')).toMatchObject({ response: 'hello' });
  expect(await server.post('asks', 'ask you')).toMatchObject({ status: 'paused' });
  const answer = await fetch(`${server.url}/chat`, {
    method: 'POST',
    headers: { authorization: 'Bearer user:ada', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'chat', messages: [QUESTION] }),
  });
  expect(await answer.text()).toContain('done');
  void server.post('hangs', 'hang hangs').catch(() => undefined);
  await until(async () => (await readStamps(stamps)).includes('hangs'));
  await server.kill();
}

/** That a server knows all of it, continues what was unfinished, and takes more. */
export async function checkWork(server: VersionServer): Promise<void> {
  expect((await server.call('/tasks/finished')).body).toMatchObject({ status: 'complete' });
  const { body: log } = await server.call('/tasks/finished/log');
  expect(count(log, 'run-ended')).toBe(2);
  expect(await server.post('finished', 'say more')).toMatchObject({ response: 'more', status: 'complete' });

  const { body: paused } = await server.call('/tasks/asks');
  expect(paused).toMatchObject({ status: 'paused' });
  await server.call('/tasks/asks/resume', { body: { results: 'an answer' } });
  await until(async () => ((await server.call('/tasks/asks')).body as Loose).status === 'complete');

  // Nobody knows whether it was stamped, so it is not done again.
  await until(async () => ((await server.call('/tasks/hangs')).body as Loose).status === 'complete', 40_000);
  expect(count((await server.call('/tasks/hangs/log')).body, 'run-ended')).toBe(1);

  const { body: chat } = await server.call('/chat/chat/messages');
  expect((chat as Loose).messages).toMatchObject([QUESTION, { role: 'assistant' }]);
}

/** How many entries of a kind a log has. */
export function count(log: Loose, type: string): number {
  return (log.entries as { type: string }[]).filter((entry) => entry.type === type).length;
}
