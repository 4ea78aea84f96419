import type { UIMessage, UIMessageChunk } from 'ai';
import { describe, expect, test } from 'vitest';
import { begin, ChatServer, cut, hang, refuse, tell, truncate } from './__fixtures__/chat-server.ts';
import { MailChatTransport, type MailChatTransportOptions } from './mail-chat-transport.ts';

const start = { type: 'start', messageId: 'a1' };
const open = { type: 'text-start', id: 't' };
const delta = (text: string) => ({ type: 'text-delta', id: 't', delta: text });
const end = [
  { type: 'text-end', id: 't' },
  { type: 'finish', finishReason: 'stop' },
];
const whole = [start, open, delta('Hello world'), ...end];
const user = (id: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text: 'hi' }] });

function connect(server: ChatServer, options: MailChatTransportOptions = {}) {
  const transport = new MailChatTransport({ api: server.api, retryMs: 5, ...options });
  const send = (
    rest: { messages?: UIMessage[]; abortSignal?: AbortSignal; headers?: Record<string, string>; body?: object } = {},
  ) =>
    transport.sendMessages({
      chatId: 'c 1',
      trigger: 'submit-message',
      messageId: undefined,
      messages: [user('u0'), user('u1')],
      abortSignal: undefined,
      ...rest,
    });
  const resume = (abortSignal?: AbortSignal) =>
    transport.reconnectToStream({ chatId: 'c 1', ...(abortSignal === undefined ? {} : { abortSignal }) });
  return { transport, send, resume };
}

async function all(stream: ReadableStream<UIMessageChunk> | null): Promise<UIMessageChunk[]> {
  const chunks: UIMessageChunk[] = [];
  for await (const chunk of stream!) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: readonly object[]): string =>
  chunks
    .map((chunk) => ((chunk as { type: string }).type === 'text-delta' ? (chunk as { delta: string }).delta : ''))
    .join('');
const typesOf = (chunks: readonly { type: string }[]): string[] =>
  chunks.map(({ type }) => type).filter((type, index, list) => type !== list[index - 1]);

describe('sending a message', () => {
  test('a message is sent alone, with a token and additional fields', async () => {
    await using server = await ChatServer.start();
    server.posts.push(tell(whole));
    const { send } = connect(server, {
      token: async () => 'secret',
      headers: () => new Headers({ 'X-One': '1', 'X-Two': 'old' }),
      body: async () => ({ swarm: 'desk' }),
    });
    expect(await all(await send({ headers: { 'x-two': '2' }, body: { whenBusy: 'reject' } }))).toEqual(whole);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/chat',
        headers: { authorization: 'Bearer secret', 'x-one': '1', 'x-two': '2', 'content-type': 'application/json' },
        body: { id: 'c 1', swarm: 'desk', whenBusy: 'reject', trigger: 'submit-message', messages: [{ id: 'u1' }] },
      },
    ]);
    expect(server.requests[0]!.body!.messages).toHaveLength(1);
  });

  test('sending fails with the reason when the message is refused', async () => {
    await using server = await ChatServer.start();
    server.posts.push(refuse(409, { detail: 'busy with another', code: 'session_busy' }));
    await expect(connect(server).send()).rejects.toMatchObject({
      message: 'busy with another',
      code: 'session_busy',
      status: 409,
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a message is sent again while the server is not back yet', async () => {
    await using server = await ChatServer.start();
    server.posts.push(refuse(503, {}, { 'retry-after': '0' }), (response) => void response.destroy(), tell(whole));
    expect(await all(await connect(server).send())).toEqual(whole);
    expect(new Set(server.requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('sending is given up after some attempts', async () => {
    await using server = await ChatServer.start();
    server.posts.push(...Array.from({ length: 5 }, () => refuse(503)));
    await expect(connect(server, { retries: 2 }).send()).rejects.toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(3);
  });
});

describe('a stream that is cut', () => {
  test.each([
    ['breaks', cut, 60_000],
    ['ends too early', truncate, 60_000],
    ['falls silent', hang, 300],
  ])('a stream that %s continues where it was', async (_, scene, idleMs) => {
    await using server = await ChatServer.start();
    // More than once, in case a slow machine makes even that look like silence.
    const told = Array.from({ length: 8 }, () => tell(whole));
    server.posts.push(scene([start, open, delta('Hel')]), scene([start]), ...told);
    const chunks = await all(await connect(server, { idleMs }).send());
    expect(textOf(chunks)).toBe('Hello world');
    expect(typesOf(chunks)).toEqual(['start', 'text-start', 'text-delta', 'text-end', 'finish']);
    expect(server.requests.length).toBeGreaterThanOrEqual(3);
  });

  test('fails after too many attempts, with an error that the AI SDK takes for a lost connection', async () => {
    await using server = await ChatServer.start();
    server.posts.push(...Array.from({ length: 5 }, () => truncate([start])));
    const { send } = connect(server, { retries: 2 });
    const stream = await send();
    const error = await all(stream).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('network');
  });

  test('fails if it holds something that is no chunk', async () => {
    await using server = await ChatServer.start();
    server.posts.push((response) => {
      response.writeHead(200).end('data: {"no":"type"}\n\n');
    });
    await expect(all(await connect(server).send())).rejects.toMatchObject({ code: 'not_a_mail_server' });
  });
});

describe('a resumed stream', () => {
  test('a resumed stream has the current answer from its beginning', async () => {
    await using server = await ChatServer.start();
    server.resumes.push(tell(whole));
    const { transport, resume } = connect(server, { token: 'secret' });
    expect(transport.resumeStreamIsReplay).toBe(true);
    expect(await all(await resume())).toEqual(whole);
    expect(server.requests).toMatchObject([
      { method: 'GET', path: '/api/chat/c%201/stream', headers: { authorization: 'Bearer secret' } },
    ]);
  });

  test('a resumed stream is null when nothing runs', async () => {
    await using server = await ChatServer.start();
    server.resumes.push((response) => void response.writeHead(204).end());
    expect(await connect(server).resume()).toBeNull();
  });

  test('asks for its own message after a cut, even if that has ended', async () => {
    await using server = await ChatServer.start();
    server.resumes.push(cut([start, open, delta('Hel')]), tell(whole));
    const chunks = await all(await connect(server).resume());
    expect(textOf(chunks)).toBe('Hello world');
    expect(server.requests[1]!.path).toBe('/api/chat/c%201/stream?message=a1');
  });
});

/** Reads until the text is there, so that the stream is known to be under way. */
async function readUntil(stream: ReadableStream<UIMessageChunk>, type: string) {
  const reader = stream.getReader();
  for (;;) {
    const { value } = await reader.read();
    if (value?.type === type) return reader;
  }
}

describe('aborting a request', () => {
  test('an abort ends the stream and stops the answer on the server', async () => {
    await using server = await ChatServer.start();
    const closed = Promise.withResolvers<void>();
    server.posts.push((response) => {
      begin(response, [start, open, delta('Hel')]);
      response.once('close', closed.resolve);
    });
    const abort = new AbortController();
    const reader = await readUntil(
      await connect(server, { token: 'secret' }).send({ abortSignal: abort.signal }),
      'text-delta',
    );
    abort.abort();
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
    await closed.promise;
    await expect.poll(() => server.stopped, { timeout: 15_000 }).toBe(1);
    expect(server.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/chat/c%201/stop',
      headers: { authorization: 'Bearer secret' },
    });
  });

  test('an abort waits for a message on its way to arrive, and then stops it', async () => {
    await using server = await ChatServer.start();
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    server.posts.push(async (response) => {
      arrived.resolve();
      await answer.promise;
      begin(response, [start]);
    });
    const abort = new AbortController();
    const sent = connect(server).send({ abortSignal: abort.signal });
    await arrived.promise;
    abort.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.stopped).toBe(0);
    answer.resolve();
    await expect.poll(() => server.stopped, { timeout: 15_000 }).toBe(1);
  });

  test('an abort stops nothing if that is not wanted, or after the end', async () => {
    await using server = await ChatServer.start();
    server.posts.push(hang([start, open]), tell(whole));
    const abort = new AbortController();
    const leaving = connect(server, { stopOnAbort: false });
    const reader = await readUntil(await leaving.send({ abortSignal: abort.signal }), 'text-start');
    abort.abort();
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
    const late = new AbortController();
    await all(await connect(server).send({ abortSignal: late.signal }));
    late.abort();
    // Anything that were to come would have come before this.
    expect(await leaving.transport.stop('c 1')).toBe(true);
    expect(server.stopped).toBe(1);
  });

  test('an abort stops nothing if another resume replaces it', async () => {
    await using server = await ChatServer.start();
    server.resumes.push(hang([start, open]), tell(whole));
    const { resume, transport } = connect(server);
    const abort = new AbortController();
    await readUntil((await resume(abort.signal))!, 'text-start');
    abort.abort();
    expect(textOf(await all(await resume()))).toBe('Hello world');
    await transport.stop('c 1');
    expect(server.stopped).toBe(1);
  });

  test('an abort stops nothing if only the reader leaves', async () => {
    await using server = await ChatServer.start();
    const closed = Promise.withResolvers<void>();
    server.posts.push((response) => {
      begin(response, [start, open]);
      response.once('close', closed.resolve);
    });
    const { send, transport } = connect(server);
    const reader = await readUntil(await send(), 'text-start');
    await reader.cancel();
    await closed.promise;
    await transport.stop('c 1');
    expect(server.stopped).toBe(1);
  });
});
