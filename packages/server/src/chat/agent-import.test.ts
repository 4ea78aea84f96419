import { exportOwner, importData } from '@posthouse/runtime';
import { openStore, type Store } from '@posthouse/store';
import { expect, test } from 'vitest';
import type { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { chunksOf, idsOf, openAgentStage, readUntil, send, textOf, user } from './__fixtures__/agent-stage.ts';

const say = (stage: Stage, id: string, text: string): Promise<Response> =>
  send(stage, { id: 's', agent: 'sleeper', messages: [user(id, text)] });

async function copyTo(store: Store, from: Store): Promise<void> {
  let text = '';
  for await (const piece of exportOwner(from, { role: 'user', id: 'alice' })) text += piece;
  await importData({
    store,
    async *source() {
      yield Buffer.from(text);
    },
  });
}

test('messages that wait in an imported session are sent with the next message, not before', async () => {
  await using store = await openStore('sqlite::memory:');
  {
    await using there = await openAgentStage();
    await readUntil(await say(there.stage, 'u1', 'long'), 'time');
    await say(there.stage, 'u2', 'quick');
    await say(there.stage, 'u3', 'quick');
    await copyTo(store, there.stage.store);
  }
  await using here = await openAgentStage({ store });
  const { stage } = here;
  for (let looks = 0; looks < 3; looks += 1) {
    const { body } = await stage.call('/chat/sessions/s');
    expect(body).toMatchObject({ status: 'ready', queue: [{ id: 'u2' }, { id: 'u3' }] });
    expect(await idsOf(stage)).toEqual(['u1', 'answer']);
    expect((await stage.fetch('/chat/s/stream')).status).toBe(204);
    // As a server does at its start, and every ten seconds.
    await stage.served.agents.recover();
  }
  await stage.call('/chat/sessions/s', { method: 'PATCH', body: { title: 'Another one' } });
  expect((await stage.fetch('/chat/s/queue/u3', { method: 'DELETE' })).ok).toBe(true);
  await stage.served.agents.recover();
  expect(await idsOf(stage)).toEqual(['u1', 'answer']);

  expect(textOf(await chunksOf(say(stage, 'u4', 'quick')))).toBe('Done.');
  await until(async () => (await idsOf(stage)).length === 6);
  expect(await idsOf(stage)).toEqual(['u1', 'answer', 'u4', 'answer', 'u2', 'answer']);
});
