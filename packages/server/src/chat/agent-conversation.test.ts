import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  chunksOf,
  messageOf,
  messagesOf,
  openAgentStage,
  readUntil,
  send,
  sessionOf,
  textOf,
  user,
} from './__fixtures__/agent-stage.ts';

describe('a message to an agent', () => {
  test.each(['/chat', '/api/chat'])(
    'a message to an agent at %s is answered like a message to a swarm',
    async (path) => {
      await using it = await openAgentStage();
      const body = { sessionId: 's', message: 'hello', agent: 'parrot' };
      const response = await it.stage.fetch(path, { method: 'POST', body });
      expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
        200,
        { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1', 'x-session-id': 's' },
      ]);
      const chunks = await chunksOf(response);
      expect(textOf(chunks)).toBe('hello! hello!');
      expect(chunks[0]).toMatchObject({ type: 'start', messageMetadata: { sessionId: 's', agent: 'parrot' } });
      expect(chunks.at(-1)).toMatchObject({
        type: 'finish',
        finishReason: 'stop',
        messageMetadata: { outcome: 'complete', usage: { inputTokens: 2, outputTokens: 3 }, cost: 0.5 },
      });
    },
  );

  test('a message is accepted in the form that useChat sends, and kept as it was streamed', async () => {
    await using it = await openAgentStage();
    const body = { id: 's', agent: 'parrot', trigger: 'submit-message', messages: [user('u1', 'hello')] };
    const chunks = await chunksOf(send(it.stage, body));
    expect(await messagesOf(it.stage, 's')).toEqual([user('u1', 'hello'), messageOf(chunks)]);
  });

  test('starts a session titled by its first words, which adds up the costs', async () => {
    await using it = await openAgentStage();
    const response = await send(it.stage, { message: 'hello there', agent: 'parrot', model: 'big' });
    await chunksOf(response);
    const id = response.headers.get('x-session-id')!;
    await chunksOf(send(it.stage, { sessionId: id, message: 'again' }));
    expect(await sessionOf(it.stage, id)).toMatchObject({
      id,
      agent: 'parrot',
      title: 'hello there',
      model: 'big',
      agentSessionId: expect.any(String),
      usage: { inputTokens: 4, outputTokens: 6 },
      cost: 1,
      status: 'ready',
      queue: [],
    });
    expect((await messagesOf(it.stage, id)).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  test('a message is refused for an agent that is unknown or not offered, with the names that are', async () => {
    await using it = await openAgentStage();
    for (const agent of ['nobody', 'claude', 'toString']) {
      const body = { sessionId: 'n', message: 'x', agent };
      const answer = await it.stage.call('/chat', { method: 'POST', body });
      expect(answer).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
      expect(answer.body.detail ?? answer.body.message).toContain('parrot');
    }
    expect((await it.stage.call('/chat/sessions/n')).status).toBe(404);
  });

  test('a message always goes to the agent of its session', async () => {
    await using it = await openAgentStage();
    await chunksOf(send(it.stage, { sessionId: 's', message: 'hello', agent: 'parrot' }));
    await chunksOf(send(it.stage, { sessionId: 'w', message: 'hello' }));
    for (const body of [
      { sessionId: 's', message: 'x', agent: 'sleeper' },
      { sessionId: 's', message: 'x', swarm: 'desk' },
      { sessionId: 'w', message: 'x', agent: 'parrot' },
      { sessionId: 'x', message: 'x', agent: 'parrot', swarm: 'desk' },
    ]) {
      expect(await it.stage.call('/chat', { method: 'POST', body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    }
    expect(textOf(await chunksOf(send(it.stage, { sessionId: 's', message: 'bye' })))).toBe('bye! bye!');
  });

  test('a message goes to the configured agent when it names none, and to a swarm that it names', async () => {
    await using it = await openAgentStage({ chat: { agent: 'parrot' } });
    expect(textOf(await chunksOf(send(it.stage, { sessionId: 's', message: 'hey' })))).toBe('hey! hey!');
    const onSwarm = await chunksOf(send(it.stage, { sessionId: 'w', message: 'hey', swarm: 'desk' }));
    expect(textOf(onSwarm)).toBe('you said: hey');
    expect(textOf(await chunksOf(send(it.stage, { sessionId: 'w', message: 'you' })))).toBe('you said: you');
  });

  test('an unknown agent in the configuration stops the server from starting', async () => {
    await expect(openAgentStage({ chat: { agent: 'parot' } })).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  test('a message to an agent can be answered again, but not withdrawn', async () => {
    await using it = await openAgentStage();
    const body = { id: 's', agent: 'parrot', messages: [user('u1', 'hello')] };
    await chunksOf(send(it.stage, body));
    const old = (await it.stage.call('/chat/s/messages')).body as { messages: { id: string; role: string }[] };
    const messageId = old.messages[1]!.id;
    const more = await chunksOf(send(it.stage, { ...body, trigger: 'regenerate-message', messageId }));
    expect(textOf(more)).toBe('hello! hello!');
    const now = (await it.stage.call('/chat/s/messages')).body as typeof old;
    expect(now.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(now.messages[0]!.id).toBe('u1');
    expect(now.messages[1]!.id).not.toBe(messageId);
    const edited = { id: 's', messages: [user('u1', 'other')], messageId: 'u1' };
    expect(await it.stage.call('/chat', { method: 'POST', body: edited })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', detail: expect.stringContaining('cannot forget earlier messages') },
    });
  });

  test('a message cannot be answered again in a session that does not exist', async () => {
    await using it = await openAgentStage();
    const again = { trigger: 'regenerate-message', messageId: 'a1' };
    const body = { id: 's', agent: 'parrot', messages: [user('u1', 'hello')], ...again };
    expect(await it.stage.call('/chat', { method: 'POST', body })).toMatchObject({ status: 404 });
  });

  test('a message that is sent again with the same id runs once, even concurrently', async () => {
    await using it = await openAgentStage();
    const body = { id: 's', agent: 'parrot', messages: [user('u1', 'hello')] };
    const answers = await Promise.all(Array.from({ length: 5 }, async () => chunksOf(send(it.stage, body))));
    const later = await chunksOf(send(it.stage, body));
    const ids = [...answers, later].map((chunks) => messageOf(chunks));
    for (const message of ids) expect(message).toEqual(ids[0]);
    expect(await messagesOf(it.stage, 's')).toEqual([user('u1', 'hello'), ids[0]]);
  });

  test('a message that is sent again with the same key and no id runs once', async () => {
    await using it = await openAgentStage();
    const headers = { 'Idempotency-Key': 'order-1' };
    for (let round = 0; round < 2; round += 1) {
      await chunksOf(send(it.stage, { sessionId: 's', message: 'hello', agent: 'parrot' }, { headers }));
    }
    expect(await messagesOf(it.stage, 's')).toHaveLength(2);
  });

  test('a session with an agent is invisible to other callers', async () => {
    await using it = await openAgentStage();
    await chunksOf(send(it.stage, { sessionId: 's', message: 'hello', agent: 'parrot' }));
    for (const path of ['/chat/sessions/s', '/chat/s/messages', '/api/sessions/s/turns']) {
      expect((await it.stage.call(path, { as: 'bob' })).status).toBe(404);
    }
    expect((await it.stage.fetch('/chat/s/stream', { as: 'bob' })).status).toBe(204);
    expect((await it.stage.call('/chat/s/stop', { as: 'bob', method: 'POST' })).status).toBe(404);
    expect((await it.stage.call('/chat/sessions', { as: 'bob' })).body.sessions).toEqual([]);
  });
});

describe("an agent's answer", () => {
  test('an answer can be read from its beginning by many readers while it is written', async () => {
    await using it = await openAgentStage();
    const { rest } = await readUntil(await send(it.stage, { sessionId: 's', message: 'x', agent: 'sleeper' }), 'time');
    expect(await messagesOf(it.stage, 's')).toHaveLength(1);
    const readers = await Promise.all([1, 2, 3].map(() => it.stage.fetch('/chat/s/stream')));
    expect((await it.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: true });
    const streams = await Promise.all(readers.map((reader) => chunksOf(reader)));
    const [message] = (await messagesOf(it.stage, 's')).slice(1);
    for (const chunks of streams) expect(messageOf(chunks)).toEqual(message);
    expect(await rest()).toContain('[DONE]');
    expect((await it.stage.fetch('/chat/s/stream')).status).toBe(204);
  });

  test('an answer can be read again by its id when it is complete', async () => {
    await using it = await openAgentStage();
    const chunks = await chunksOf(send(it.stage, { sessionId: 's', message: 'hello', agent: 'parrot' }));
    const { id } = messageOf(chunks);
    expect(messageOf(await chunksOf(it.stage.fetch(`/chat/s/stream?message=${id}`)))).toEqual(messageOf(chunks));
    // What the user said is no answer.
    const [asked] = await messagesOf(it.stage, 's');
    for (const other of ['other', asked!.id])
      expect((await it.stage.fetch(`/chat/s/stream?message=${other}`)).status).toBe(204);
  });

  test('an answer continues when its reader leaves', async () => {
    await using it = await openAgentStage();
    const leaving = new AbortController();
    const { url } = await it.stage.listen();
    const response = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { authorization: 'Bearer alice' },
      body: JSON.stringify({ sessionId: 's', message: 'x', agent: 'sleeper' }),
      signal: leaving.signal,
    });
    await readUntil(response, 'time');
    leaving.abort();
    expect((await sessionOf(it.stage, 's')).status).toBe('running');
    const resumed = it.stage.overHTTP('/chat/s/stream');
    await (await resumed).body!.cancel();
    await it.stage.call('/chat/s/stop', { method: 'POST' });
  });

  test('an answer is closed, announced to its readers and kept as far as it came when it is stopped', async () => {
    await using it = await openAgentStage();
    const response = await send(it.stage, { sessionId: 's', message: 'x', agent: 'sleeper' });
    const { rest } = await readUntil(response, 'time');
    expect((await it.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: true });
    const types = [...(await rest()).matchAll(/"type":"([a-z-]+)"/g)].map(([, type]) => type);
    expect(types.slice(-4)).toEqual(['text-end', 'finish-step', 'abort', 'finish']);
    expect((await messagesOf(it.stage, 's')).at(-1)).toMatchObject({
      metadata: { outcome: 'stopped' },
      parts: [{ type: 'step-start' }, { type: 'text', text: 'Once upon a time ', state: 'done' }],
    });
    expect((await it.stage.call('/chat/s/stop', { method: 'POST' })).body).toEqual({ stopped: false });
    expect(textOf(await chunksOf(send(it.stage, { sessionId: 's', message: 'quick' })))).toBe('Done.');
  });
});

describe('the sessions of a caller', () => {
  test('the sessions of a caller are listed together, whether with a swarm or an agent', async () => {
    await using it = await openAgentStage();
    await chunksOf(send(it.stage, { sessionId: 'a', message: 'hello', agent: 'parrot' }));
    await chunksOf(send(it.stage, { sessionId: 'w', message: 'hello' }));
    const { body } = await it.stage.call('/api/sessions');
    expect(body.sessions).toMatchObject([
      { id: 'w', swarm: 'desk' },
      { id: 'a', agent: 'parrot', status: 'ready', queue: [] },
    ]);
  });

  test('a session can be created without a message, renamed and deleted', async () => {
    await using it = await openAgentStage();
    const made = await it.stage.call('/api/sessions', { body: { agent: 'parrot', title: 'Birds' } });
    expect(made).toMatchObject({ status: 201, body: { agent: 'parrot', title: 'Birds', status: 'ready' } });
    const { id } = made.body;
    expect((await it.stage.call('/chat/sessions', { body: { id, agent: 'parrot' } })).status).toBe(400);
    expect(textOf(await chunksOf(send(it.stage, { sessionId: id, message: 'hey' })))).toBe('hey! hey!');
    const renamed = await it.stage.call(`/api/sessions/${id}`, { method: 'PATCH', body: { title: 'Parrots' } });
    expect(renamed.body).toMatchObject({ id, title: 'Parrots', agent: 'parrot' });
    const gone = await it.stage.call(`/api/sessions/${id}`, { method: 'DELETE' });
    expect(gone.body).toEqual({ deleted: true, id, erased: true });
    expect((await it.stage.call(`/chat/${id}/messages`)).status).toBe(410);
    expect((await send(it.stage, { sessionId: id, message: 'new', agent: 'parrot' })).status).toBe(410);
  });

  test('a session at work is stopped when it is deleted', async () => {
    await using it = await openAgentStage();
    const { rest } = await readUntil(await send(it.stage, { sessionId: 's', message: 'x', agent: 'sleeper' }), 'time');
    await it.stage.call('/chat/sessions/s', { method: 'DELETE' });
    expect(await rest()).toContain('"type":"abort"');
    expect((await it.stage.call('/chat/sessions/s')).status).toBe(410);
  });

  test('a session has pages of messages, and a list of the outcome of each', async () => {
    await using it = await openAgentStage();
    for (const text of ['one', 'two', 'three']) {
      await chunksOf(send(it.stage, { id: 's', agent: 'parrot', messages: [user(text, text)] }));
    }
    const newest = (await it.stage.call('/chat/s/messages?limit=3')).body;
    expect(newest.messages.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'user', 'assistant']);
    const older = (await it.stage.call(`/chat/s/messages?limit=3&before=${newest.before}`)).body;
    expect(older.messages.map(({ id }: { id: string }) => id)).toEqual(['one', expect.any(String), 'two']);
    expect(older.before).toBeNull();
    const cursor = (await it.stage.call('/api/sessions/s/messages?limit=5')).body;
    expect([cursor.messages.length, cursor.nextCursor]).toEqual([5, cursor.messages[0].id]);
    const ids: string[] = (await messagesOf(it.stage, 's')).map(({ id }: { id: string }) => id);
    const newer = (await it.stage.call(`/api/sessions/s/messages?limit=2&after=${ids[1]}`)).body;
    expect(newer.messages.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4));
    const last = (await it.stage.call(`/api/sessions/s/messages?limit=9&after=${newer.nextCursor}`)).body;
    expect([last.messages.map(({ id }: { id: string }) => id), last.nextCursor]).toEqual([ids.slice(4), null]);
    for (const query of ['before=nobody', 'after=nobody', `before=${ids[0]}&after=${ids[1]}`]) {
      expect((await it.stage.call(`/api/sessions/s/messages?${query}`)).status).toBe(400);
    }
    const { turns } = (await it.stage.call('/api/sessions/s/turns')).body;
    expect(turns).toMatchObject([{ status: 'complete', startedAt: expect.any(String) }, {}, {}]);
  });

  test('a session can be forked, and both are independent from then on', async () => {
    await using it = await openAgentStage();
    await chunksOf(send(it.stage, { id: 's', agent: 'parrot', messages: [user('u1', 'one')] }));
    const fork = await it.stage.call('/chat/sessions/s/fork', { body: { title: 'Other' } });
    expect(fork).toMatchObject({ status: 201, body: { agent: 'parrot', title: 'Other' } });
    const { id } = fork.body;
    expect(await messagesOf(it.stage, id)).toEqual(await messagesOf(it.stage, 's'));
    await chunksOf(send(it.stage, { sessionId: id, message: 'two' }));
    expect(await messagesOf(it.stage, id)).toHaveLength(4);
    expect(await messagesOf(it.stage, 's')).toHaveLength(2);
    const [first, second] = [await sessionOf(it.stage, 's'), await sessionOf(it.stage, id)];
    expect(second.agentSessionId).not.toBe(first.agentSessionId);
  });

  test('a session cannot be forked with an agent that does not support it, or on a swarm', async () => {
    await using it = await openAgentStage();
    await chunksOf(send(it.stage, { sessionId: 's', message: 'hi', agent: 'rogue' }));
    await chunksOf(send(it.stage, { sessionId: 'w', message: 'hi' }));
    for (const id of ['s', 'w']) {
      expect(await it.stage.call(`/chat/sessions/${id}/fork`, { method: 'POST' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    }
  });

  test('a session works only in an allowed folder', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'posthouse-folders-')));
    await mkdir(join(folder, 'allowed', 'deep'), { recursive: true });
    await mkdir(join(folder, 'allowed-not'));
    await symlink(join(folder, 'allowed-not'), join(folder, 'allowed', 'link'));
    await using it = await openAgentStage({ chat: { folders: [join(folder, 'allowed')] } });
    const create = async (cwd?: string) =>
      it.stage.call('/chat/sessions', { body: { agent: 'parrot', ...(cwd === undefined ? {} : { cwd }) } });
    expect((await create()).body.cwd).toBe(join(folder, 'allowed'));
    expect((await create('deep')).body.cwd).toBe(join(folder, 'allowed', 'deep'));
    expect((await create(join(folder, 'allowed', 'deep'))).status).toBe(201);
    for (const cwd of ['..', '../allowed-not', 'link', join(folder, 'allowed-not'), '/', 'missing', '\0']) {
      expect([cwd, await create(cwd)]).toMatchObject([cwd, { status: 400, body: { code: 'invalid_input' } }]);
    }
    await rm(folder, { recursive: true });
  });
});

describe('GET /api/agents', () => {
  test('lists the agents and swarms that can be chatted with', async () => {
    await using it = await openAgentStage({ chat: { agents: { parrot: {}, pi: {} } } });
    for (const path of ['/api/agents', '/chat/agents', '/api/chat/agents']) {
      const { body } = await it.stage.call(path);
      expect(body).toMatchObject([
        { name: 'pi', kind: 'agent' },
        { name: 'parrot', kind: 'agent', available: true },
        { name: 'desk', kind: 'swarm', available: true, default: true },
        { name: 'annex', kind: 'swarm', available: true },
      ]);
    }
    expect((await it.stage.call('/api/health')).body.status).toBe('healthy');
  });
});
