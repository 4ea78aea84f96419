import { prune } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { servedDeleter } from './served-deleter.ts';

const RETENTION = { by: 'server', why: 'retention' } as const;
const MINUTE_MS = 60_000;

async function openChat() {
  // The store's clock is never ahead of the machine's.
  let now = Date.now() - 180 * MINUTE_MS;
  const store = await openStore('sqlite::memory:', { now: () => now });
  const stage = await Stage.open({ store });
  const messageOf = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });
  return {
    stage,
    store,
    passMinutes: (minutes: number) => void (now += minutes * MINUTE_MS),
    ask: (id: string, text: string) =>
      stage.fetch('/chat', { method: 'POST', body: { id, messages: [messageOf(`${id} ${text}`, text)] } }),
    /** Deletes what nobody has used for more than a minute; gives the sessions that are left. */
    async prune(): Promise<string[]> {
      const retention = { sessions: MINUTE_MS, complete: MINUTE_MS };
      await prune({ ...servedDeleter(stage.served, RETENTION), store, retention, now: () => now });
      const left = await store.sessions.list({ role: 'user', id: 'alice' }, { limit: 1_000 });
      return left.map(({ id }) => id).toSorted();
    },
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

test('a session is kept while an agent is at work in it, however long ago it was asked, and for its time after that', async () => {
  await using chat = await openChat();
  const working = await chat.ask('working', 'hang');
  await (await chat.ask('idle', 'hello')).text();
  chat.passMinutes(60);
  expect(await chat.prune()).toEqual(['working']);

  await chat.stage.call('/chat/working/stop', { method: 'POST' });
  await working.text();
  expect(await chat.prune()).toEqual(['working']);
  chat.passMinutes(2);
  expect(await chat.prune()).toEqual([]);
});

test('sessions behind a hundred that are in use are deleted', async () => {
  await using chat = await openChat();
  const working = await Promise.all(Array.from({ length: 100 }, (_, index) => chat.ask(`working ${index}`, 'hang')));
  await (await chat.ask('idle', 'hello')).text();
  chat.passMinutes(60);
  expect(await chat.prune()).toHaveLength(100);
  await Promise.all(working.map((answer) => answer.body!.cancel()));
});

test('a session is kept until the letters of its task are delivered', async () => {
  await using chat = await openChat();
  const { stage, store } = chat;
  const owner = { swarm: 'desk', role: 'user', id: 'alice' } as const;
  await stage.post({ body: 'hello', task_id: 't' });
  const task = (await store.find(owner, 't'))!;
  const { entries } = await store.read(task.key, 0, 10);
  const { message } = entries.find((entry) => entry.type === 'message')!;
  const letter = {
    id: 'letter',
    mailbox: '@beta',
    tier: 5,
    run: null,
    due: Date.now() + 60 * MINUTE_MS,
    message,
  } as const;
  await store.commit({ task: task.key, entries: [], put: [letter] });
  const session = { id: 'sends', agent: 'desk', title: '', taskId: 't', branches: [{ taskId: 't' }], data: {} };
  await store.sessions.put({ ...session, owner: { role: 'user', id: 'alice' } });
  chat.passMinutes(60);
  expect(await chat.prune()).toEqual(['sends']);
  await store.commit({ task: task.key, entries: [], take: ['letter'] });
  chat.passMinutes(60);
  expect(await chat.prune()).toEqual([]);
});

test('a session or a task that is used while others are being deleted is kept', async () => {
  await using chat = await openChat();
  const { stage, store } = chat;
  for (const id of ['first', 'second']) {
    await (await chat.ask(id, 'hello')).text();
    await stage.post({ body: 'hello', task_id: id });
  }
  chat.passMinutes(60);
  const [sessions, tasks] = [store.sessions.aged.bind(store.sessions), store.aged.bind(store)];
  store.sessions.aged = async (...page) => {
    const found = await sessions(...page);
    await (await chat.ask('second', 'second words')).text();
    return found;
  };
  store.aged = async (...page) => {
    const found = await tasks(...page);
    await stage.post({ body: 'second words', task_id: 'second' });
    return found;
  };
  expect(await chat.prune()).toEqual(['second']);
  expect([(await stage.call('/tasks/first')).status, (await stage.call('/tasks/second')).status]).toEqual([410, 200]);
});
