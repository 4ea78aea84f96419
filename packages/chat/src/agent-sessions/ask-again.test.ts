import { AgentRegistry, type AgentScript, createScriptedAdapter } from '@posthouse/agents';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import { createWholeMessageStore } from './__fixtures__/whole-message-store.ts';
import type { AgentSessionStore } from './agent-session-store.ts';
import { AgentSessions } from './agent-sessions.ts';
import { type AgainWish, hideBehind } from './ask-again.ts';
import { createAgentSessionStore } from './create-agent-session-store.ts';

const owner = { role: 'user', id: 'alice' } as const;
const staying = new AbortController().signal;
const counting: AgentScript = ({ text, index }) => [{ say: `${text} ${index + 1}` }];

function openSessions(store: AgentSessionStore, script: AgentScript = counting): AgentSessions {
  const registry = new AgentRegistry();
  registry.register('actor', createScriptedAdapter({ script }));
  return new AgentSessions({ store, registry: async () => registry });
}

type Answer = Awaited<ReturnType<AgentSessions['send']>>;

async function read(answer: Answer): Promise<string> {
  const connection = new CollectingConnection();
  void answer.stream(connection, staying).catch(() => connection.drop());
  expect(await connection.done).toBe('ended');
  return connection.chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
}

const send = (sessions: AgentSessions, id: string): Promise<Answer> =>
  sessions.send(owner, 's', {
    message: { id, parts: [{ type: 'text', text: id }] },
    whenBusy: 'queue',
    begin: { agent: 'actor' },
  });
const say = async (sessions: AgentSessions, id: string): Promise<string> => read(await send(sessions, id));
const again = async (sessions: AgentSessions, wish: AgainWish): Promise<string> =>
  read(await sessions.again(owner, 's', wish));

/** What is said, page by page, so that pages are told apart correctly, too. */
async function conversation(sessions: AgentSessions): Promise<string[]> {
  const texts: string[] = [];
  let before: string | undefined;
  do {
    const page = await sessions.messages(owner, 's', { limit: 2, ...(before === undefined ? {} : { before }) });
    texts.unshift(...page.messages.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join('')));
    ({ before } = page);
  } while (before !== undefined);
  return texts;
}

const answerIds = async (sessions: AgentSessions): Promise<string[]> => {
  const { messages } = await sessions.messages(owner, 's', { limit: 50 });
  return messages.flatMap(({ id, role }) => (role === 'assistant' ? [id] : []));
};

describe.each([
  ['a transcript', async () => openStore('sqlite::memory:')],
  ['whole messages', undefined],
])('an answer that is requested again, stored as %s', (_, open) => {
  const opened = async (script?: AgentScript) => {
    const database = await open?.();
    const store = database === undefined ? createWholeMessageStore() : createAgentSessionStore(database);
    const sessions = openSessions(store, script);
    return {
      sessions,
      async [Symbol.asyncDispose]() {
        await sessions.close();
        await database?.[Symbol.asyncDispose]();
      },
    };
  };

  test('a requested answer replaces the last one, and the agent gets the message again', async () => {
    await using it = await opened();
    await say(it.sessions, 'one');
    await say(it.sessions, 'two');
    expect(await again(it.sessions, {})).toBe('two 3');
    expect(await again(it.sessions, {})).toBe('two 4');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 1', 'two', 'two 4']);
    expect(await say(it.sessions, 'three')).toBe('three 5');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 1', 'two', 'two 4', 'three', 'three 5']);
  });

  test('an earlier answer may be requested again, which hides what followed it', async () => {
    await using it = await opened();
    for (const id of ['one', 'two', 'three']) await say(it.sessions, id);
    const [first] = await answerIds(it.sessions);
    expect(await again(it.sessions, { answerId: first! })).toBe('one 4');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 4']);
    expect(await say(it.sessions, 'four')).toBe('four 5');
    expect(await again(it.sessions, {})).toBe('four 6');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 4', 'four', 'four 6']);
  });

  test('an answer can be named by its message, even when the client never learned its id', async () => {
    await using it = await opened();
    for (const id of ['one', 'two']) await say(it.sessions, id);
    expect(await again(it.sessions, { answerId: 'made up', message: { id: 'one' } })).toBe('one 3');
    expect(await again(it.sessions, { answerId: 'one' })).toBe('one 4');
    // What is hidden is not asked again; then it is about the last that is shown.
    expect(await again(it.sessions, { message: { id: 'two' } })).toBe('one 5');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 5']);
  });

  test('repeated requests for another answer get the same one', async () => {
    await using it = await opened();
    await say(it.sessions, 'one');
    const [answerId] = await answerIds(it.sessions);
    const heard = await Promise.all([1, 2, 3].map(() => again(it.sessions, { answerId: answerId! })));
    expect(heard).toEqual(['one 2', 'one 2', 'one 2']);
    expect(await again(it.sessions, { answerId: answerId! })).toBe('one 2');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 2']);
  });

  test('an answer that is being written is stopped before it is requested again', async () => {
    await using it = await opened(({ text, index }) =>
      index === 0 ? [{ say: 'well' }, { hang: true }] : [{ say: `${text} ${index + 1}` }],
    );
    const first = await send(it.sessions, 'one');
    const reading = read(first);
    expect(await again(it.sessions, {})).toBe('one 2');
    expect(await reading).toBe('well');
    expect(await conversation(it.sessions)).toEqual(['one', 'one 2']);
  });

  test('another answer is refused where nothing was asked', async () => {
    await using it = await opened();
    await it.sessions.create(owner, 's', { agent: 'actor' });
    await expect(it.sessions.again(owner, 's', {})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(it.sessions.again(owner, 'other', {})).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

test('an answer requested again is the same after a restart, and in a copy of the session', async () => {
  await using database = await openStore('sqlite::memory:');
  const store = createAgentSessionStore(database);
  await using before = openSessions(store);
  await say(before, 'one');
  await again(before, {});
  await before.close();
  await using after = openSessions(store);
  expect(await conversation(after)).toEqual(['one', 'one 2']);
  await after.fork(owner, 's', { id: 'copy' });
  const { messages } = await after.messages(owner, 'copy', { limit: 10 });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('everything after a place is hidden in one piece', () => {
  const data = { messages: 8, cwd: '', queue: [] };
  const once = hideBehind(data, 7);
  expect(once.hidden).toEqual([[8, 9]]);
  expect(hideBehind({ ...once, messages: 10 }, 3).hidden).toEqual([[4, 11]]);
  expect(hideBehind({ ...once, messages: 12 }, 11).hidden).toEqual([
    [8, 9],
    [12, 13],
  ]);
});
