import { AgentRegistry, type AgentScript, type AgentStep, createScriptedAdapter } from '@posthouse/agents';
import { openStore } from '@posthouse/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInvalidChunks, readChunks, toComparable } from '../__fixtures__/ai-sdks.ts';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import { createWholeMessageStore } from './__fixtures__/whole-message-store.ts';
import type { AgentSessionStore } from './agent-session-store.ts';
import { AgentSessions } from './agent-sessions.ts';
import { createAgentSessionStore } from './create-agent-session-store.ts';

const owner = { role: 'user', id: 'alice' } as const;
const staying = new AbortController().signal;
const message = (id: string, text = id) => ({ id, parts: [{ type: 'text' as const, text }] });
const begin = { agent: 'actor' };

function openSessions(store: AgentSessionStore, script: AgentScript, rest: { idleMs?: number } = {}): AgentSessions {
  const registry = new AgentRegistry();
  registry.register('actor', createScriptedAdapter({ script }));
  return new AgentSessions({ store, registry: async () => registry, ...rest });
}

async function say(sessions: AgentSessions, id: string, text = id): Promise<CollectingConnection> {
  const answer = await sessions.send(owner, 's', { message: message(id, text), whenBusy: 'queue', begin });
  const connection = new CollectingConnection();
  void answer.stream(connection, staying).catch(() => connection.drop());
  return connection;
}

/** A store that somebody has until they are killed; from then on they get nothing of it, and nothing into it. */
function leash(store: AgentSessionStore): { leashed: AgentSessionStore; kill: () => void } {
  let isKilled = false;
  const leashed = new Proxy(store, {
    get: (target, key: keyof AgentSessionStore) => {
      const own = target[key];
      if (typeof own !== 'function') return own;
      return (...given: unknown[]) =>
        isKilled ? Promise.reject(new Error('killed')) : Reflect.apply(own, target, given);
    },
  });
  return { leashed, kill: () => (isKilled = true) };
}

const steps: fc.Arbitrary<AgentStep[]> = fc.array(
  fc.oneof(
    fc.record({ say: fc.string({ minLength: 1 }), pieceLength: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ think: fc.string({ minLength: 1 }) }),
    fc.record({ call: fc.constant('look'), output: fc.jsonValue() as never, progress: fc.array(fc.string()) }),
    fc.record({ call: fc.constant('break'), error: fc.string({ minLength: 1 }) }),
    fc.record({ delegate: fc.string(), steps: fc.array(fc.record({ say: fc.string({ minLength: 1 }) })) }),
    fc.constant({ wait: 1 }),
    fc.record({ fail: fc.string({ minLength: 1 }) }),
  ) as fc.Arbitrary<AgentStep>,
  { maxLength: 6 },
);

describe.each([
  ['a transcript', async () => openStore('sqlite::memory:')],
  ['whole messages', undefined],
])('an answer stored as %s', (_, open) => {
  test('an answer is the same for live, late and later readers', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(8), { maxLength: 3 }), async (script, delays) => {
        await using database = await open?.();
        const store = database === undefined ? createWholeMessageStore() : createAgentSessionStore(database);
        await using sessions = openSessions(store, () => script);
        const first = await say(sessions, 'u1');
        const readers = [first];
        for (const delay of delays) {
          for (let turn = 0; turn < delay; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          const connection = new CollectingConnection();
          const late = await sessions.resume(owner, 's');
          if (late !== undefined) readers.push(connection);
          void late?.stream(connection, staying).catch(() => connection.drop());
        }
        for (const reader of readers) expect(await reader.done).toBe('ended');
        expect(await findInvalidChunks(first.chunks)).toEqual([]);
        const { messages } = await sessions.messages(owner, 's', { limit: 10 });
        const kept = toComparable(messages[1]);
        for (const reader of readers) expect(await readChunks('ai 6.0.45', reader.chunks)).toEqual(kept);
        const again = new CollectingConnection();
        await (await sessions.resume(owner, 's', kept.id))!.stream(again, staying);
        expect(await readChunks('ai 7', again.chunks)).toEqual(kept);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 100 : 25 },
    );
  });

  test('an answer can be queued, stopped and forked, however it is stored', async () => {
    await using database = await open?.();
    const store = database === undefined ? createWholeMessageStore() : createAgentSessionStore(database);
    await using sessions = openSessions(store, ({ text }) =>
      text === 'long' ? [{ say: 'Once ' }, { hang: true }] : [{ say: text }],
    );
    const long = await say(sessions, 'u1', 'long');
    const queued = await say(sessions, 'u2');
    await sessions.removeQueued(owner, 's', 'u2');
    expect(await queued.done).toBe('ended');
    const next = await say(sessions, 'u3');
    expect(await sessions.stop(owner, 's')).toBe(true);
    expect([await long.done, await next.done]).toEqual(['ended', 'ended']);
    expect(await (await say(sessions, 'u4')).done).toBe('ended');
    await sessions.fork(owner, 's', { id: 'f' });
    const idsOf = async (id: string) =>
      (await sessions.messages(owner, id, { limit: 10 })).messages.map((each) =>
        each.role === 'user' ? each.id : 'a',
      );
    expect(await idsOf('s')).toEqual(['u1', 'a', 'u3', 'u4', 'a']);
    expect(await idsOf('f')).toEqual(await idsOf('s'));
    await sessions.remove(owner, 's');
    // Our own store remembers that there was one.
    const found = sessions.find(owner, 's').catch(({ code }: { code: string }) => code);
    expect(await found).toBe(database === undefined ? undefined : 'task_deleted');
    expect(await idsOf('f')).toHaveLength(5);
  });

  test('the answer of a killed process is closed by the next one, which answers what waited', async () => {
    await using database = await open?.();
    const store = database === undefined ? createWholeMessageStore() : createAgentSessionStore(database);
    const { leashed, kill } = leash(store);
    const killed = openSessions(leashed, () => [
      { say: 'Once ' },
      { call: 'look', id: 'c' },
      { say: 'upon' },
      { hang: true },
    ]);
    const cut = await say(killed, 'u1');
    await expect.poll(() => cut.text).toContain('upon');
    await say(killed, 'u2');
    await expect
      .poll(async () => JSON.stringify(await store.message((await store.get(owner, 's'))!, 'u1')))
      .toContain('u1');
    kill();
    await using sessions = openSessions(store, ({ text }) => [{ say: `back: ${text}` }]);
    await sessions.recover();
    const read = async () => (await sessions.messages(owner, 's', { limit: 10 })).messages;
    await expect.poll(async () => (await read()).length).toBe(4);
    const [, first, , second] = await read();
    expect(first).toMatchObject({ metadata: { outcome: 'interrupted' } });
    expect(first!.parts.at(-1)).toMatchObject({ type: 'data-notice' });
    expect(second!.parts).toContainEqual(expect.objectContaining({ text: 'back: u2' }));
    await killed.close();
  });
});

describe('AgentSessions', () => {
  test('updates a record when something about the session has changed, not with every word', async () => {
    const store = createWholeMessageStore();
    let puts = 0;
    const counting: AgentSessionStore = {
      ...store,
      put: (session, options) => {
        puts += 1;
        return store.put(session, options);
      },
    };
    await using sessions = openSessions(counting, () => [{ say: 'word '.repeat(200), pieceLength: 5 }]);
    expect(await (await say(sessions, 'u1')).done).toBe('ended');
    // It is begun, named by its agent, and over.
    expect(puts).toBe(3);
    expect((await sessions.get(owner, 's')).data.agentSessionId).toBeDefined();
  });

  test('tells a store of whole messages when an answer has ended', async () => {
    const store = createWholeMessageStore();
    await using sessions = openSessions(store, () => [{ say: 'x' }]);
    await (
      await say(sessions, 'u1')
    ).done;
    const { messages } = await sessions.messages(owner, 's', { limit: 10 });
    expect(store.ended).toEqual(new Set(messages.map(({ id }) => id)));
  });

  test('AgentSessions releases idle agents', async () => {
    await using sessions = openSessions(createWholeMessageStore(), () => [{ say: 'x' }], { idleMs: 1 });
    await (
      await say(sessions, 'u1')
    ).done;
    await expect.poll(() => sessions.size).toBe(0);
    await (
      await say(sessions, 'u2')
    ).done;
    expect((await sessions.messages(owner, 's', { limit: 10 })).messages).toHaveLength(4);
  });

  test('accepts nothing new after it is closed', async () => {
    const sessions = openSessions(createWholeMessageStore(), () => [{ say: 'x' }]);
    await (
      await say(sessions, 'u1')
    ).done;
    await sessions.close({ drainMs: 1_000 });
    await expect(sessions.stop(owner, 's')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('lets answers finish when it is closed, if there is time', async () => {
    const store = createWholeMessageStore();
    const gate = Promise.withResolvers<void>();
    const sessions = openSessions(store, async function* () {
      yield { say: 'Once ' };
      await gate.promise;
      yield { say: 'upon a time.' };
    });
    const connection = await say(sessions, 'u1');
    await expect.poll(() => connection.text).toContain('Once');
    const closing = sessions.close({ drainMs: 60_000 });
    gate.resolve();
    await closing;
    expect(connection.text).toContain('"outcome":"complete"');
  });
});
