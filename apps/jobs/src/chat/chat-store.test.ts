import type { AgentSessionRecord, MessagePlace, UIChunk, UIMessage } from '@posthouse/chat';
import { beforeEach, expect, test } from 'vitest';
import { createOwner } from '../auth/owners.ts';
import { type JobsDatabase, openDatabase } from '../database/open-database.ts';
import { WaitingChatRequests } from './chat-request.ts';
import { ChatStore, ownerFor } from './chat-store.ts';
import type { Loose } from './__fixtures__/loose.ts';

let database: JobsDatabase;
let store: ChatStore;
let requests: WaitingChatRequests;
let ann: number;
let bob: number;

beforeEach(() => {
  database = openDatabase(':memory:');
  requests = new WaitingChatRequests();
  store = new ChatStore({ database, now: () => new Date('2026-03-01T12:00:00Z'), requests, saveMs: () => 5_000 });
  [ann, bob] = ['ann', 'bob'].map((name) => createOwner(database, name, new Date()).ownerId) as [number, number];
  return () => database[Symbol.dispose]();
});

const question = { id: 'u1', parts: [{ type: 'text' as const, text: 'Hello' }] };
const run = { node: 'n', message: question, answerId: 'msg_1', place: 2, status: 'running', startedAt: 't' } as const;

function session(
  change: Partial<AgentSessionRecord> = {},
  data: Partial<AgentSessionRecord['data']> = {},
): AgentSessionRecord {
  const known = { messages: 0, cwd: '/', queue: [], ...data };
  return {
    owner: ownerFor(ann),
    id: 'conv_1',
    conversation: 'c',
    agent: 'jobs',
    title: 'Hello',
    data: known,
    ...change,
  };
}

function place(change: Partial<MessagePlace> = {}): MessagePlace {
  return { session: session(), place: 2, id: 'msg_1', role: 'assistant', ...change };
}

const answer = (text: string, metadata = {}): UIMessage => ({
  id: 'msg_1',
  role: 'assistant',
  parts: [{ type: 'text', text, state: 'done' }],
  metadata,
});
const write = (text: string, chunks: UIChunk[] = [], isEnd = false, metadata = {}) =>
  store.write(place(), { after: 0, chunks, message: () => answer(text, metadata), isEnd });
const rows = (): Record<string, Loose>[] =>
  database.sqlite.prepare('SELECT * FROM chat_messages ORDER BY owner_id, conversation_id, seq').all() as never;

test('every put of a session makes another version', async () => {
  const put = await store.put(session(), { expect: 0 });
  expect(put).toMatchObject({ ...session(), version: 1 });
  expect(await store.get(ownerFor(ann), 'conv_1')).toEqual(put);
  const next = await store.put(session({ title: 'Other' }), { expect: 1 });
  expect(next).toMatchObject({ version: 2, title: 'Other', createdAt: put.createdAt });
  await expect(store.put(session(), { expect: 1 })).rejects.toMatchObject({ code: 'stale' });
  await expect(store.put(session(), { expect: 0 })).rejects.toMatchObject({ code: 'stale' });
  expect(await store.get(ownerFor(bob), 'conv_1')).toBeUndefined();
  expect(await store.get(ownerFor(ann), 'conv_2')).toBeUndefined();
});

test('a run starts with its question and its answer in the table, and the question is stored once', async () => {
  const context = { jobId: 3 };
  requests.add({
    ownerId: ann,
    conversationId: 'conv_1',
    message: question,
    timestamp: '2024-01-22T10:00:00.000Z',
    context,
    showThinking: true,
    language: 'en',
  });
  const put = await store.put(session({}, { messages: 2, run }), { expect: 0 });
  expect(put.data.run).toEqual(run);
  expect(await store.get(ownerFor(ann), 'conv_1')).toEqual(put);
  expect(rows()).toMatchObject([
    { id: 'u1', seq: 1, role: 'user', content: 'Hello', finish_reason: null, timestamp: '2024-01-22T10:00:00.000Z' },
    { id: 'msg_1', seq: 2, role: 'assistant', content: '', finish_reason: 'incomplete', parts: '[]' },
  ]);
  const stored = database.sqlite.prepare('SELECT session, metadata FROM conversations').get() as {
    session: string;
    metadata: string;
  };
  expect(stored.session).not.toContain('Hello');
  expect(JSON.parse(stored.metadata)).toEqual({ contextJobId: 3 });
  await store.write(place({ place: 1, id: 'u1', role: 'user' }), {
    after: 0,
    chunks: [],
    message: () => ({ id: 'u1', role: 'user', parts: [] }),
    isEnd: true,
  });
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toMatchObject({ content: 'Hello' });
});

test('the context of the page is kept until it changes', async () => {
  const ask = (context: object, id: string) =>
    requests.add({
      ownerId: ann,
      conversationId: 'conv_1',
      message: { ...question, id },
      context,
      showThinking: true,
      language: 'en',
    });
  ask({ jobId: 3, resumeId: 1 }, 'u1');
  await store.put(session({}, { messages: 2, run }), { expect: 0 });
  ask({ jobId: 4 }, 'u2');
  const second = { ...run, message: { ...question, id: 'u2' }, answerId: 'msg_2', place: 4 };
  await store.put(session({}, { messages: 4, run: second }), { expect: 1 });
  await store.put(session({}, { messages: 4 }), { expect: 2 });
  const { metadata } = database.sqlite.prepare('SELECT metadata FROM conversations').get() as { metadata: string };
  expect(JSON.parse(metadata)).toEqual({ contextJobId: 4, contextResumeId: 1 });
});

test.each<[string, UIChunk[], string]>([
  ['came to its end', [{ type: 'finish', finishReason: 'length' }], 'length'],
  ['was stopped', [{ type: 'abort' }, { type: 'finish', finishReason: 'stop' }], 'aborted'],
  [
    'failed',
    [
      { type: 'error', errorText: 'x' },
      { type: 'finish', finishReason: 'error' },
    ],
    'error',
  ],
  ['said nothing about it', [], 'stop'],
])('an answer that %s is stored with its finish reason', async (_, chunks, finishReason) => {
  await store.put(session({}, { messages: 2, run }), { expect: 0 });
  await write('Half');
  expect(rows()[1]).toMatchObject({ content: 'Half', finish_reason: 'incomplete' });
  const usage = { inputTokens: 3, outputTokens: 4 };
  await write('Whole', chunks, true, { usage, conversationId: 'conv_1', sessionId: 'conv_1', model: 'm' });
  expect(rows()[1]).toMatchObject({
    content: 'Whole',
    finish_reason: finishReason,
    usage: JSON.stringify(usage),
    metadata: '{"model":"m"}',
  });
  // A late save cannot undo the end.
  await expect(write('Late')).rejects.toMatchObject({ code: 'stale' });
  expect(rows()[1]).toMatchObject({ content: 'Whole' });
  const found = await store.message({ ...session(), version: 1, createdAt: '', updatedAt: '' }, 'msg_1');
  expect(found).toEqual({
    place: 2,
    message: { ...answer('Whole'), metadata: { model: 'm', conversationId: 'conv_1', usage } },
  });
});

test('unfinished answers of every owner are found', async () => {
  await store.put(session({}, { messages: 2, run }), { expect: 0 });
  await store.put(session({ owner: ownerFor(bob) }, { queue: [question] }), { expect: 0 });
  await store.put(session({ id: 'conv_2' }), { expect: 0 });
  expect((await store.unfinished()).map(({ owner, id }) => [owner.id, id])).toEqual([
    [String(ann), 'conv_1'],
    [String(bob), 'conv_1'],
  ]);
  expect(store.countRunning()).toBe(2);
  await store.put(session({}, { messages: 2 }), { expect: 1 });
  expect(store.countRunning()).toBe(1);
});

test('messages come in pages, up to where they may be read', async () => {
  const put = await store.put(session({}, { messages: 6 }), { expect: 0 });
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const role = at % 2 === 1 ? 'user' : 'assistant';
    const message = (): UIMessage => ({ id: `m${at}`, role, parts: [{ type: 'text', text: `${at}` }] });
    await store.write(place({ place: at, id: `m${at}`, role }), { after: 0, chunks: [], message, isEnd: true });
  }
  const ids = async (page: object) => {
    const { messages, before } = await store.messages(put, { limit: 2, through: 6, ...page });
    return [messages.map(({ id }) => id), before];
  };
  expect(await ids({})).toEqual([['m5', 'm6'], 'm5']);
  expect(await ids({ before: 'm5' })).toEqual([['m3', 'm4'], 'm3']);
  expect(await ids({ before: 'm3' })).toEqual([['m1', 'm2'], undefined]);
  expect(await ids({ after: 'm4' })).toEqual([['m5', 'm6'], undefined]);
  expect(await ids({ through: 5 })).toEqual([['m4', 'm5'], 'm4']);
  await expect(ids({ before: 'nobody' })).rejects.toMatchObject({ code: 'invalid_input' });
  const copy = { from: put, through: 6 };
  await expect(store.put(session({ id: 'copy' }), { expect: 0, copy })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await store.get(put.owner, 'copy')).toBeUndefined();
});

test('a conversation is deleted with all its messages', async () => {
  await store.put(session({}, { messages: 2, run }), { expect: 0 });
  await store.put(session({ owner: ownerFor(bob) }, { messages: 2, run }), { expect: 0 });
  expect(await store.delete(ownerFor(ann), 'conv_1')).toEqual([]);
  expect(await store.delete(ownerFor(ann), 'conv_1')).toBeUndefined();
  expect(rows().map(({ owner_id: owner }) => owner)).toEqual([bob, bob]);
});
