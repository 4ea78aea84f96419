import { AgentRegistry, type AnyAgentAdapter, createScriptedAdapter } from '@posthouse/agents';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import type { AgentSessionStore } from './agent-session-store.ts';
import { AgentSessions } from './agent-sessions.ts';
import { createAgentSessionStore } from './create-agent-session-store.ts';

const owner = { role: 'user', id: 'alice' } as const;
const staying = new AbortController().signal;
const begin = { agent: 'actor' };

let folder: string;
let url: string;
let database: Awaited<ReturnType<typeof openStore>>;
let store: AgentSessionStore;
let forks: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-fork-'));
  url = join(folder, 'sessions.db');
  database = await openStore(`sqlite:${url}`);
  store = createAgentSessionStore(database);
  forks = 0;
});

afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const actor = createScriptedAdapter({ script: ({ index }) => [{ say: `answer ${index + 1}` }] });

/** Counts how often the agent's side is copied. */
const counting: AnyAgentAdapter = {
  ...actor,
  async open(options) {
    const session = await actor.open(options);
    const fork = session.fork!.bind(session);
    return Object.assign(session, { fork: () => ((forks += 1), fork()) });
  },
};

function openSessions(on: AgentSessionStore, adapter: AnyAgentAdapter = counting): AgentSessions {
  const registry = new AgentRegistry();
  registry.register('actor', adapter);
  return new AgentSessions({ store: on, registry: async () => registry });
}

async function say(sessions: AgentSessions, id: string, session: string): Promise<string> {
  const message = { id, parts: [{ type: 'text' as const, text: id }] };
  const connection = new CollectingConnection();
  const answer = await sessions.send(owner, session, { message, whenBusy: 'queue', begin });
  await answer.stream(connection, staying);
  await connection.done;
  return connection.text;
}

/** Everything that the database holds of sessions, as somebody sees it who opens the file. */
async function tables(): Promise<{ session: unknown[]; transcript: unknown[] }> {
  while (await database.deletions.erase());
  const file = new DatabaseSync(url, { readOnly: true });
  const rows = (table: string): unknown[] => file.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all();
  const all = { session: rows('session'), transcript: rows('transcript') };
  file.close();
  return all;
}

const textsOf = async (sessions: AgentSessions, id: string): Promise<string[]> =>
  (await sessions.messages(owner, id, { limit: 20 })).messages.map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );

describe('a refused fork', () => {
  test('a fork whose id is taken changes nothing in the store, and leaves the agent alone', async () => {
    await using sessions = openSessions(store);
    await say(sessions, 'u1', 's');
    await say(sessions, 'u2', 'taken');
    await database.sessions.put({
      owner,
      id: 'on-a-swarm',
      agent: 'swarm',
      title: '',
      taskId: 't',
      branches: [],
      data: {},
    });
    const before = await tables();
    for (const id of ['taken', 's', 'on-a-swarm']) {
      await expect(sessions.fork(owner, 's', { id })).rejects.toMatchObject({
        code: 'invalid_input',
        message: `the session '${id}' already exists`,
      });
    }
    expect(await tables()).toEqual(before);
    expect(forks).toBe(0);
  });

  test('two forks with the same id at once leave one session', async () => {
    await using sessions = openSessions(store);
    await say(sessions, 'u1', 's');
    const asked = [1, 2, 3].map(() => sessions.fork(owner, 's', { id: 'f' }));
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const { session, transcript } = await tables();
    await sessions.remove(owner, 'f');
    expect([session.length, transcript.length]).toEqual([2, 2 * (await tables()).transcript.length]);
  });

  test('a fork that the agent cannot make changes nothing in the store', async () => {
    const adapter: AnyAgentAdapter = {
      ...actor,
      open: async (options) => Object.assign(await actor.open(options), { fork: undefined }),
    };
    await using sessions = openSessions(store, adapter);
    await say(sessions, 'u1', 's');
    const before = await tables();
    await expect(sessions.fork(owner, 's', { id: 'f' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await tables()).toEqual(before);
  });

  test('a fork while an answer is being written changes nothing in the store', async () => {
    const adapter = createScriptedAdapter({ script: () => [{ say: 'Once' }, { hang: true }] });
    await using sessions = openSessions(store, adapter);
    void say(sessions, 'u1', 's');
    await expect.poll(async () => (await sessions.find(owner, 's'))?.data.run?.status).toBe('running');
    await expect(sessions.fork(owner, 's', { id: 'f' })).rejects.toMatchObject({ code: 'session_busy' });
    expect((await tables()).session).toHaveLength(1);
    await sessions.stop(owner, 's');
  });
});

describe('a process killed during a fork', () => {
  /** A process that dies at its write of the fork: right before it, or right after. */
  const dying = (when: 'before' | 'after'): { dies: Promise<void>; store: AgentSessionStore } => {
    const { promise: dies, resolve } = Promise.withResolvers<void>();
    const never = new Promise<never>(() => undefined);
    const put: AgentSessionStore['put'] = async (session, options) => {
      if (options.copy === undefined) return store.put(session, options);
      if (when === 'after') await store.put(session, options);
      resolve();
      return never;
    };
    return { dies, store: { ...store, put } };
  };

  test.each([
    ['before', []],
    ['after', ['f']],
  ] as const)('a process that dies %s the write has forked whole or not at all', async (when, left) => {
    const killed = dying(when);
    const first = openSessions(killed.store);
    await say(first, 'u1', 's');
    const before = await tables();
    void first.fork(owner, 's', { id: 'f' }).catch(() => undefined);
    await killed.dies;

    await using sessions = openSessions(store);
    await sessions.recover();
    for (const id of left) {
      expect(await textsOf(sessions, id)).toEqual(['u1', 'answer 1']);
      // The agent's side is copied for the first message: it knows what was said before.
      expect(await say(sessions, 'u2', id)).toContain('answer 2');
      expect(await textsOf(sessions, 's')).toEqual(['u1', 'answer 1']);
      await sessions.remove(owner, id);
    }
    expect(await tables()).toEqual(before);
    await first.close();
  });
});

test('a fork knows what its session knew at that time, also after a restart', async () => {
  await using first = openSessions(store);
  await say(first, 'u1', 's');
  await first.fork(owner, 's', { id: 'f' });
  await say(first, 'u2', 's');
  await first.close();
  await using sessions = openSessions(store);
  expect(await say(sessions, 'u3', 'f')).toContain('answer 2');
  expect(await textsOf(sessions, 's')).toEqual(['u1', 'answer 1', 'u2', 'answer 2']);
});
