import { connect } from 'node:net';
import { uiMessageChunkSchema } from 'ai-6-oldest';
import { describe, expect, test } from 'vitest';
import type { Loose } from '../__fixtures__/loose.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { writers } from '../__fixtures__/writers.ts';
import { developmentGuard } from '../edge/development-guard.ts';
import { allowOrigins } from '../edge/cors.ts';
import { ServerMetrics } from '../metrics/server-metrics.ts';

type Chunk = { type: string } & Record<string, unknown>;
type Validate = (value: unknown) => Promise<{ success: boolean }>;
const { validate } = (uiMessageChunkSchema as unknown as () => { validate: Validate })();

/** The chunks of a stream, each of them held against the schema of the oldest client. */
async function chunksOf(response: Response): Promise<Chunk[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
  expect(blocks.pop()).toBe('data: [DONE]');
  const chunks = blocks.map((block) => JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as Chunk);
  for (const chunk of chunks) expect([chunk, await validate(chunk)]).toMatchObject([chunk, { success: true }]);
  return chunks;
}

const send = (stage: Stage, body: object, options: Loose = {}): Promise<Response> =>
  stage.fetch('/chat', { method: 'POST', body, ...options });

async function say(stage: Stage, sessionId: string, message: string, options: Loose = {}): Promise<string> {
  const chunks = await chunksOf(await send(stage, { sessionId, message }, options));
  return chunks.map(({ type, delta }) => (type === 'text-delta' ? String(delta) : '')).join('');
}

describe('POST /chat', () => {
  test.each(['/chat', '/api/chat'])('POST /chat is answered at %s with an AI SDK stream', async (path) => {
    await using stage = await Stage.open();
    const response = await stage.fetch(path, { method: 'POST', body: { sessionId: 's', message: 'hello' } });
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'x-vercel-ai-ui-message-stream': 'v1',
        'x-accel-buffering': 'no',
        'x-session-id': 's',
      },
    ]);
    const chunks = await chunksOf(response);
    expect([chunks.at(0)?.type, chunks.at(-1)?.type]).toEqual(['start', 'finish']);
    expect(chunks.some(({ delta }) => delta === 'you said: hello')).toBe(true);
  });

  test('creates a session, and names it in a header when the caller does not', async () => {
    await using stage = await Stage.open();
    const response = await send(stage, { message: 'hello' });
    await chunksOf(response);
    const id = response.headers.get('x-session-id')!;
    expect((await stage.call(`/chat/sessions/${id}`)).body).toMatchObject({
      id,
      swarm: 'desk',
      title: 'hello',
      status: 'ready',
    });
  });

  test('binds the session to the swarm of its first message', async () => {
    await using stage = await Stage.open();
    await chunksOf(await send(stage, { sessionId: 's', message: 'hello', swarm: 'annex' }));
    expect((await stage.call('/chat/sessions/s')).body.swarm).toBe('annex');
    expect(await say(stage, 's', 'again')).toBe('you said: again');
    const other = await stage.call('/chat', { method: 'POST', body: { sessionId: 's', message: 'x', swarm: 'desk' } });
    expect(other).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const unknown = await stage.call('/chat', {
      method: 'POST',
      body: { sessionId: 'n', message: 'x', swarm: 'nowhere' },
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'swarm_not_found' } });
    expect((await stage.call('/chat/sessions/n')).status).toBe(404);
  });

  test('reports a failure and ends the stream properly', async () => {
    await using stage = await Stage.open();
    const chunks = await chunksOf(await send(stage, { sessionId: 's', message: 'fail now' }));
    expect(chunks.at(-1)?.type).toBe('finish');
    expect(JSON.stringify(chunks)).toContain('told to fail');
  });

  test.each([
    [{}, 400, 'invalid_input'],
    [{ message: '', sessionId: 5 }, 400, 'invalid_input'],
    [{ id: 's', messages: [{ role: 'assistant', id: 'a', parts: [] }] }, 404, 'session_not_found'],
    [
      {
        id: 's',
        messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'x' }] }],
        trigger: 'regenerate-message',
        messageId: 'a',
      },
      404,
      'session_not_found',
    ],
  ])('POST /chat refuses %j', async (body, status, code) => {
    await using stage = await Stage.open();
    expect(await stage.call('/chat', { method: 'POST', body })).toMatchObject({ status, body: { code } });
    expect((await stage.call('/chat/sessions')).body.sessions).toEqual([]);
  });
});

describe('chat sessions', () => {
  test('sessions are listed by their last use, page by page', async () => {
    await using stage = await Stage.open();
    for (const id of ['a', 'b', 'c']) await say(stage, id, `about ${id}`);
    await say(stage, 'a', 'once more');
    const first = (await stage.call('/chat/sessions?limit=2')).body;
    expect(first.sessions.map(({ id, title }: Loose) => [id, title])).toEqual([
      ['a', 'about a'],
      ['c', 'about c'],
    ]);
    const second = (await stage.call(`/chat/sessions?limit=2&before=${first.before}`)).body;
    expect([second.sessions.map(({ id }: Loose) => id), second.before]).toEqual([['b'], null]);
    expect((await stage.call('/api/chat/sessions', { as: 'bob' })).body).toEqual({ sessions: [], before: null });
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'before=x', 'before='])(
    'sessions are not listed with %s',
    async (query) => {
      await using stage = await Stage.open();
      expect(await stage.call(`/chat/sessions?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  test.each(['a/b', 'ä ö?#%', '..x', 'sessions/x', '😀'])('a session may be called %j', async (id) => {
    await using stage = await Stage.open();
    await say(stage, id, 'hello');
    const name = encodeURIComponent(id);
    expect((await stage.call(`/chat/sessions/${name}`)).body).toMatchObject({ id, title: 'hello' });
    expect((await stage.call(`/chat/${name}/messages`)).body.messages).toHaveLength(2);
    expect((await stage.call(`/chat/${name}/stop`, { method: 'POST' })).body).toEqual({ stopped: false });
    expect((await stage.fetch(`/chat/${name}/stream`)).status).toBe(204);
  });

  test('sessions are renamed', async () => {
    await using stage = await Stage.open();
    await say(stage, 's', 'hello');
    const rename = (title: unknown) => stage.call('/chat/sessions/s', { method: 'PATCH', body: { title } });
    expect(await rename('  A better title ')).toMatchObject({
      status: 200,
      body: { id: 's', title: 'A better title' },
    });
    await say(stage, 's', 'more');
    expect((await stage.call('/chat/sessions/s')).body.title).toBe('A better title');
    for (const title of ['', ' ', 7, 'x'.repeat(201), undefined]) expect((await rename(title)).status).toBe(400);
  });

  test('sessions are deleted, and their runs are cancelled', async () => {
    await using stage = await Stage.open();
    const stream = await send(stage, { sessionId: 's', message: 'hang' });
    expect((await stage.call('/chat/sessions/s')).body.status).toBe('running');
    const gone = await stage.call('/chat/sessions/s', { method: 'DELETE' });
    expect(gone.body).toEqual({ deleted: true, id: 's', erased: true });
    expect((await chunksOf(stream)).slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
    for (const path of ['/chat/sessions/s', '/chat/s/messages']) expect((await stage.call(path)).status).toBe(410);
    expect((await stage.call('/chat/sessions/s', { method: 'DELETE' })).status).toBe(410);
    // A message that is sent again does not begin it again.
    expect((await send(stage, { sessionId: 's', message: 'hang' })).status).toBe(410);
    expect((await stage.call('/chat/sessions')).body.sessions).toEqual([]);
  });
});

describe('messages of a chat session', () => {
  const ids = (page: Loose): string[] => page.messages.map(({ id }: Loose) => id);

  test('messages come in pages, from the newest on, oldest first within a page', async () => {
    await using stage = await Stage.open();
    for (const word of ['one', 'two', 'three']) await say(stage, 's', word);
    const all = (await stage.call('/chat/s/messages')).body;
    expect([all.messages.length, all.before, all.status]).toEqual([6, null, 'ready']);
    const newest = (await stage.call('/chat/s/messages?limit=2')).body;
    expect([ids(newest), newest.before]).toEqual([ids(all).slice(4), ids(all)[4]]);
    const middle = (await stage.call(`/chat/s/messages?limit=3&before=${newest.before}`)).body;
    expect([ids(middle), middle.before]).toEqual([ids(all).slice(1, 4), ids(all)[1]]);
    const oldest = (await stage.call(`/chat/s/messages?limit=3&before=${middle.before}`)).body;
    expect([ids(oldest), oldest.before]).toEqual([ids(all).slice(0, 1), null]);
    expect((await stage.call('/chat/s/messages?before=unknown')).status).toBe(400);
    const newer = (await stage.call(`/api/sessions/s/messages?limit=2&after=${ids(all)[1]}`)).body;
    expect([ids(newer), newer.nextCursor]).toEqual([ids(all).slice(2, 4), ids(all)[3]]);
    const last = (await stage.call(`/api/sessions/s/messages?after=${ids(all)[3]}`)).body;
    expect([ids(last), last.nextCursor]).toEqual([ids(all).slice(4), null]);
    expect((await stage.call('/api/sessions/s/messages?after=unknown')).status).toBe(400);
  });

  test('messages keep files as they were sent', async () => {
    await using stage = await Stage.open();
    const file = { url: 'https://example.org/a.png', mediaType: 'image/png', filename: 'a.png' };
    const chunks = await chunksOf(await send(stage, { sessionId: 's', message: 'Look', attachments: [file] }));
    expect(JSON.stringify(chunks)).toContain('[a.png](https://example.org/a.png)');
    const { messages } = (await stage.call('/chat/s/messages')).body;
    expect(messages[0]).toMatchObject({
      role: 'user',
      parts: [
        { type: 'text', text: 'Look' },
        { type: 'file', ...file },
      ],
    });
  });
});

describe('GET /chat/:id/stream', () => {
  test('a stream is empty when nothing runs, for other callers and for unknown sessions', async () => {
    await using stage = await Stage.open();
    await say(stage, 's', 'hello');
    for (const as of ['alice', 'bob']) expect((await stage.fetch('/chat/s/stream', { as })).status).toBe(204);
    expect((await stage.fetch('/chat/new/stream')).status).toBe(204);
    expect((await stage.fetch('/chat/s/stream', { as: null })).status).toBe(401);
  });

  test('returns a complete answer to readers who name it', async () => {
    await using stage = await Stage.open();
    await say(stage, 's', 'hello');
    const { messages } = (await stage.call('/chat/s/messages')).body;
    const path = `/chat/s/stream?message=${messages[1].id}`;
    expect((await chunksOf(await stage.fetch(path)))[0]).toMatchObject({ messageId: messages[1].id });
    expect((await stage.fetch(path, { as: 'bob' })).status).toBe(204);
    expect((await stage.fetch('/chat/s/stream?message=other')).status).toBe(204);
  });

  test('returns the same to every reader, whenever they come', async () => {
    const script = [
      {
        toolCalls: [{ name: 'task_complete', input: { finish_message: 'A text that is never finished' } }],
        chunkSize: 6,
        fault: { kind: 'stall' as const, afterChunks: 6 },
      },
    ];
    await using stage = await Stage.open({ swarms: [writers(script)] });
    const responses = [await send(stage, { sessionId: 's', message: 'go' })];
    // Some of them come before the first word, some after the last one, and nobody knows who.
    for (let count = 0; count < 6; count += 1) {
      responses.push(await stage.fetch('/chat/s/stream'));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await stage.call('/chat/s/stop', { method: 'POST' });
    const [first, ...late] = await Promise.all(responses.map((response) => chunksOf(response)));
    const whole = (chunks: Chunk[]) => ({
      text: chunks.map(({ type, delta }) => (type === 'text-delta' ? String(delta) : '')).join(''),
      others: chunks.filter(({ type }) => type !== 'text-delta'),
    });
    expect('A text that is never finished'.startsWith(whole(first!).text)).toBe(true);
    for (const chunks of late) expect(whole(chunks)).toEqual(whole(first!));
  });

  test('answers HEAD with headers only', async () => {
    await using stage = await Stage.open();
    const stream = await send(stage, { sessionId: 's', message: 'hang' });
    const head = await stage.fetch('/chat/s/stream', { method: 'HEAD' });
    expect([head.status, head.headers.get('x-vercel-ai-ui-message-stream'), await head.text()]).toEqual([
      200,
      'v1',
      '',
    ]);
    await stage.call('/chat/s/stop', { method: 'POST' });
    await stream.text();
  });
});

describe('a chat stream', () => {
  test('pings with comments while nothing is said', async () => {
    await using stage = await Stage.open({ pingMs: 20 });
    const response = await stage.overHTTP('/chat', { method: 'POST', body: { sessionId: 's', message: 'hang' } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes(': ping\n\n')) text += (await reader.read()).value ?? '';
    await stage.call('/chat/s/stop', { method: 'POST' });
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
  });

  test('a chat stream is counted like all others, and ends with its process', async () => {
    await using metrics = new ServerMetrics({ version: '0' });
    const stage = await Stage.open({ metrics });
    const response = await stage.overHTTP('/chat', { method: 'POST', body: { sessionId: 's', message: 'hang' } });
    const read = response.text().catch((error: unknown) => error);
    const count = async (): Promise<string> => (await stage.fetch('/metrics', { as: 'root' })).text();
    expect(await count()).toMatch(/streams_open\S* 1\b/);
    await stage[Symbol.asyncDispose]();
    // Not a clean end: a client that saw one would take half an answer for the whole.
    expect(await read).toBeInstanceOf(Error);
  });
});

test('a stalled reader is dropped, and delays nobody', async () => {
  await using metrics = new ServerMetrics({ version: '0' });
  await using stage = await Stage.open({ metrics, streamBytes: 64 * 1024, stallMs: 500, pingMs: 500 });
  const reading = (await stage.overHTTP('/chat', { method: 'POST', body: { sessionId: 's', message: 'hang' } })).text();
  const { port } = await stage.listen();
  const stalled = connect(port, '127.0.0.1');
  stalled.on('error', () => undefined).pause();
  stalled.write('GET /chat/s/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer alice\r\n\r\n');
  const count = async (name: string): Promise<number> => {
    const text = await (await stage.fetch('/metrics', { as: 'root' })).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  await until(async () => (await count('posthouse_streams_open')) === 2);
  const { taskId } = (await stage.call('/chat/sessions/s')).body;
  const task = (await stage.store.find({ swarm: 'desk', role: 'user', id: 'alice' }, taskId))!;
  // The system keeps some megabytes for a connection before anybody here notices that nobody reads.
  let written = 0;
  while (written < 40) {
    const text = `${written} ${'x'.repeat(512 * 1024)}`;
    await stage.store.commit({ task: task.key, entries: [{ run: 1, type: 'notice', code: 'limit_reached', text }] });
    written += 1;
  }
  await until(async () => (await count('posthouse_readers_dropped_total')) === 1);
  await stage.call('/chat/s/stop', { method: 'POST' });
  const text = await reading;
  expect(text.match(/"type":"data-notice"/g)).toHaveLength(written);
  expect(text).toMatch(/data: \[DONE\]\n\n$/);
  stalled.destroy();
});

test('a page on an allowed port of this machine may chat, also in development', async () => {
  const origins = ['http://localhost:5173'];
  await using stage = await Stage.open({ before: [developmentGuard(origins), allowOrigins(origins)] });
  const headers = { origin: 'http://localhost:5173', host: '127.0.0.1:8000' };
  const preflight = await stage.fetch('/api/chat', {
    as: null,
    method: 'OPTIONS',
    headers: {
      ...headers,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
    204,
    { 'access-control-allow-origin': origins[0], 'access-control-allow-headers': 'authorization,content-type' },
  ]);
  const answer = await send(stage, { sessionId: 's', message: 'hello' }, { headers });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origins[0]]);
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Session-Id');
  await chunksOf(answer);
  const stranger = await send(
    stage,
    { sessionId: 's', message: 'hello' },
    { headers: { ...headers, origin: 'http://localhost:9' } },
  );
  expect(stranger.status).toBe(403);
});
