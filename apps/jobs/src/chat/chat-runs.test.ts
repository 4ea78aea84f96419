import { type Script, type ScriptedTurn, startScriptedLLM } from '@posthouse/testkit';
import { describe, expect, test, vi } from 'vitest';
import { aiClients, findInvalidChunks, findInvalidMessages } from './__fixtures__/ai-clients.ts';
import { ChatApp, chunksOf, textIn } from './__fixtures__/chat-app.ts';
import { toAgentFile } from './__fixtures__/agent-file.ts';
import { lastAsk, withEngines } from './__fixtures__/job-script.ts';
import type { Loose } from './__fixtures__/loose.ts';

const WAIT = { timeout: 15_000 };

/** Says the beginning of a text and then nothing more, until whoever listens leaves. */
const stalling: Script = withEngines(() => ({
  text: 'Once upon a time',
  chunkSize: 5,
  fault: { kind: 'stall', afterChunks: 1 },
}));

/** The same in whatever the model says, after some pieces of it. */
function stallingIn(turn: ScriptedTurn, afterChunks: number): Script {
  return withEngines(() => ({ ...turn, chunkSize: 5, fault: { kind: 'stall', afterChunks } }));
}

/** A page that never comes, unless the reader gives up. */
const endless = (seen: { aborted: boolean }) => ({
  fetchPage: (_: string, { signal }: { signal?: AbortSignal | undefined }) =>
    new Promise<never>((__, reject) => {
      signal?.addEventListener('abort', () => {
        seen.aborted = true;
        reject(signal.reason as Error);
      });
    }),
});

/** Calls the tool that waits for a page. */
const fetching: Script = withEngines((request) =>
  lastAsk(request).results.length === 0
    ? { text: 'I look.', toolCalls: [{ name: 'jobs_enrich', input: { url: 'https://example.com/job' } }] }
    : { text: 'Done.' },
);

/** The first part of a stream, until something is in it; the rest can be read or left. */
async function readUntil(
  response: Response,
  text: string,
): Promise<{ seen: string; rest: () => Promise<string>; leave: () => Promise<void> }> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let seen = '';
  while (!seen.includes(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended without ${text}: ${seen}`);
    seen += decoder.decode(value, { stream: true });
  }
  const rest = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return seen;
      seen += decoder.decode(value, { stream: true });
    }
  };
  return { seen, rest, leave: () => reader.cancel() };
}

const chunksIn = (text: string): Record<string, Loose>[] =>
  text.split('\n\n').flatMap((event) => (event.startsWith('data: {') ? [JSON.parse(event.slice(6))] : []));

describe('stopping an answer', () => {
  test.each(['messageId', 'conversationId'])('an answer is stopped in a text, by its %s', async (by) => {
    await using llm = await startScriptedLLM({ script: stalling });
    await using app = await ChatApp.start({ llm: llm.url });
    const { seen, rest } = await readUntil(await app.say('A tale'), 'Once');
    const { messageId } = chunksIn(seen)[0]!;
    const named = by === 'messageId' ? { messageId } : { conversationId: 'conv_1' };
    const stopped = await app.call('/jobs/chat/stop', named);
    expect(stopped).toEqual({ status: 200, body: { stopped: true, messageId, conversationId: 'conv_1' } });
    const text = await rest();
    const chunks = chunksIn(text);
    expect(chunks.slice(-5).map(({ type }) => type)).toEqual([
      'text-delta',
      'text-end',
      'finish-step',
      'abort',
      'finish',
    ]);
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'stop' });
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await findInvalidChunks(chunks)).toEqual([]);
    expect(await llm.requests[0]!.closed).toBe('client-closed');
    const { body } = await app.history();
    expect(body).toMatchObject({ status: 'ready', messages: [{}, { content: 'Once ', finishReason: 'aborted' }] });
    expect((await app.call('/jobs/chat/stop', named)).body).toEqual({ stopped: false });
  });

  test.each<[string, ReturnType<typeof stallingIn>]>([
    ['before the first word', stallingIn({ text: 'Once upon a time' }, 0)],
    ['in the input of a call', stallingIn({ toolCalls: [{ name: 'jobs_enrich', input: { url: 'x'.repeat(99) } }] }, 2)],
  ])('a stop %s leaves a message that clients can send again', async (_, script) => {
    await using llm = await startScriptedLLM({ script });
    await using app = await ChatApp.start({ llm: llm.url });
    const { rest } = await readUntil(await app.say('A tale'), '"type":"start"');
    await vi.waitFor(() => expect(llm.requests).toHaveLength(1), WAIT);
    await app.call('/jobs/chat/stop', { conversationId: 'conv_1' });
    expect(await findInvalidChunks(chunksIn(await rest()))).toEqual([]);
    const { messages } = (await app.history()).body;
    expect(messages).toMatchObject([{}, { content: '', finishReason: 'aborted' }]);
    expect(await findInvalidMessages(messages)).toEqual([]);
  });

  test('a stop aborts a running tool, and shows its call as interrupted', async () => {
    const page = { aborted: false };
    await using llm = await startScriptedLLM({ script: fetching });
    await using app = await ChatApp.start({ llm: llm.url, ...endless(page) });
    const { rest } = await readUntil(await app.say('Read it'), 'Reading the page.');
    await app.call('/jobs/chat/stop', { conversationId: 'conv_1' });
    const chunks = chunksIn(await rest());
    expect(page.aborted).toBe(true);
    expect(chunks.find(({ type }) => type === 'tool-output-error')).toMatchObject({
      errorText: expect.stringContaining('Interrupted'),
    });
    expect(chunks.slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
    expect(await findInvalidChunks(chunks)).toEqual([]);
    expect((await app.history()).body.messages[1]).toMatchObject({
      content: 'I look.',
      toolCalls: [{ toolName: 'jobs_enrich', state: 'error' }],
      finishReason: 'aborted',
    });
    expect(llm.requests).toHaveLength(1);
  });

  test("a stop does nothing for an answer that is unknown, over or another owner's", async () => {
    await using llm = await startScriptedLLM({ script: stalling });
    await using app = await ChatApp.start({ llm: llm.url });
    const { seen, leave } = await readUntil(await app.say('A tale'), 'Once');
    const { messageId } = chunksIn(seen)[0]!;
    const stop = async (body: object, token = app.ann.token) =>
      (await app.call('/jobs/chat/stop', body, { token })).body;
    expect(await stop({ messageId: 'msg_unknown' })).toEqual({ stopped: false });
    expect(await stop({ conversationId: 'conv_unknown' })).toEqual({ stopped: false });
    expect(await stop({ messageId }, app.bob.token)).toEqual({ stopped: false });
    expect(await stop({ conversationId: 'conv_1' }, app.bob.token)).toEqual({ stopped: false });
    expect(await stop({ messageId: 'msg_other', conversationId: 'conv_1' })).toEqual({ stopped: false });
    expect(await app.call('/jobs/chat/stop', {})).toEqual({
      status: 400,
      body: { error: 'messageId or conversationId is required', code: 'validation_error' },
    });
    expect((await app.history()).body.status).toBe('running');
    await leave();
    const both = await Promise.all([stop({ messageId }), stop({ messageId })]);
    expect(both.map(({ stopped }) => stopped)).toContain(true);
  });

  test.each(aiClients)('an answer is not stopped because %s disconnects', async (_, open) => {
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    await using llm = await startScriptedLLM({
      script: withEngines(async (request) => {
        if (lastAsk(request).results.length === 0)
          return { text: 'First', toolCalls: [{ name: 'resume_list', input: {} }] };
        await held;
        return { text: ', and last.' };
      }),
    });
    await using app = await ChatApp.start({ llm: llm.url });
    const chat = open({ api: app.api, token: app.ann.token });
    const sent = chat.sendMessage({ text: 'Two things' });
    await vi.waitFor(() => expect(llm.requests).toHaveLength(2), WAIT);
    await chat.stop();
    await sent;
    expect((await app.history('chat-1')).body).toMatchObject({ status: 'running', messages: [{ role: 'user' }] });
    finish();
    await vi.waitFor(async () => expect((await app.history('chat-1')).body.status).toBe('ready'), WAIT);
    expect((await app.history('chat-1')).body.messages[1]).toMatchObject({
      content: 'First\n\n, and last.',
      finishReason: 'stop',
    });
  });
});

describe('an answer that is being written', () => {
  test('an answer is in the table from its beginning, and its tools as soon as they are done', async () => {
    await using llm = await startScriptedLLM({
      script: withEngines((request) =>
        lastAsk(request).results.length === 0
          ? { text: 'I look.', toolCalls: [{ name: 'resume_list', input: {} }] }
          : { text: 'And', fault: { kind: 'stall', afterChunks: 1 } },
      ),
    });
    await using app = await ChatApp.start({ llm: llm.url });
    const { leave } = await readUntil(await app.say('Hello'), '"delta":"And"');
    const rows = app.services.database.sqlite
      .prepare(
        'SELECT role, content, finish_reason AS finishReason, tool_calls AS toolCalls FROM chat_messages ORDER BY seq',
      )
      .all() as Record<string, Loose>[];
    expect(rows).toMatchObject([
      { role: 'user', content: 'Hello', finishReason: null },
      { role: 'assistant', content: 'I look.', finishReason: 'incomplete' },
    ]);
    expect(JSON.parse(rows[1]!.toolCalls)).toMatchObject([{ toolName: 'resume_list', state: 'result' }]);
    await leave();
  });

  test('the text of an answer is saved periodically', async () => {
    await using llm = await startScriptedLLM({ script: stalling });
    const chat = { persist_interval_ms: 100, max_sessions: 10 };
    await using app = await ChatApp.start({ llm: llm.url, config: { chat } });
    await readUntil(await app.say('A tale'), 'Once');
    const read = () =>
      app.services.database.sqlite.prepare("SELECT content FROM chat_messages WHERE role = 'assistant'").get();
    await vi.waitFor(() => expect(read()).toEqual({ content: 'Once ' }), WAIT);
  });

  test('blocks its conversation with a 409, but not others', async () => {
    await using llm = await startScriptedLLM({ script: stalling });
    await using app = await ChatApp.start({ llm: llm.url });
    await readUntil(await app.say('A tale'), 'Once');
    const second = await app.say('Another');
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'conversation_busy' });
    await readUntil(await app.say('Another', { conversationId: 'conv_2' }), 'Once');
    await readUntil(await app.say('Another', { token: app.bob.token }), 'Once');
    const { body } = await app.call('/jobs/agent/status');
    expect(body).toMatchObject({ activeSessions: 3, status: 'ready' });
  });

  test('an answer counts towards the configured limit of answers at once', async () => {
    await using llm = await startScriptedLLM({ script: stalling });
    const chat = { persist_interval_ms: 5_000, max_sessions: 1 };
    await using app = await ChatApp.start({ llm: llm.url, config: { chat } });
    await readUntil(await app.say('A tale'), 'Once');
    const second = await app.say('Another', { conversationId: 'conv_2' });
    expect(second.status).toBe(503);
    expect(await second.json()).toMatchObject({ code: 'too_many_sessions' });
    expect((await app.call('/jobs/status')).body).toMatchObject({ status: 'busy' });
  });

  test('an answer is replayed from its first word to a returning client', async () => {
    await using llm = await startScriptedLLM({ script: stalling });
    await using app = await ChatApp.start({ llm: llm.url });
    expect((await app.fetch('/jobs/chat/conv_1/stream')).status).toBe(204);
    const first = await readUntil(await app.say('A tale'), 'Once');
    await first.leave();
    const second = await readUntil(await app.fetch('/jobs/chat/conv_1/stream'), 'Once');
    expect(chunksIn(second.seen)[0]).toEqual(chunksIn(first.seen)[0]);
    expect((await app.fetch('/jobs/chat/conv_1/stream', undefined, { token: app.bob.token })).status).toBe(204);
    await app.call('/jobs/chat/stop', { conversationId: 'conv_1' });
    expect(chunksIn(await second.rest()).at(-1)).toMatchObject({ type: 'finish' });
    expect((await app.fetch('/jobs/chat/conv_1/stream')).status).toBe(204);
  });

  test('an answer is not repeated for the same message sent again', async () => {
    await using llm = await startScriptedLLM({ script: withEngines(() => ({ text: 'Once.' })) });
    await using app = await ChatApp.start({ llm: llm.url });
    const body = {
      id: 'chat-1',
      trigger: 'submit-message',
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    };
    const answers = await Promise.all([app.fetch('/jobs/chat', body), app.fetch('/jobs/chat', body)]);
    const streams = await Promise.all(answers.map(chunksOf));
    expect(streams.map(textIn)).toEqual(['Once.', 'Once.']);
    expect(llm.requests).toHaveLength(1);
    expect((await app.history('chat-1')).body.messages).toHaveLength(2);
  });
});

test('a tool that is forbidden meanwhile is not run, because tools are checked at each call', async () => {
  let app: ChatApp | undefined;
  await using llm = await startScriptedLLM({
    script: withEngines((request) => {
      if (lastAsk(request).results.length > 0) return { text: lastAsk(request).results.join() };
      const tools = { allow: ['jobs_*'], deny: ['jobs_search'] };
      app!.configure(toAgentFile(llm.url, { name: 'Stricter', permissions: { tools } }));
      return {
        toolCalls: [
          { name: 'jobs_search', input: {} },
          { name: 'resume_list', input: {} },
          { name: 'sudo', input: {} },
          { name: 'jobs_list', input: {} },
        ],
      };
    }),
  });
  app = await ChatApp.start({ llm: llm.url });
  await using _ = app;
  const chunks = await chunksOf(await app.say('Search'));
  const ends = chunks.filter(({ type, ...rest }) => type.startsWith('tool-output') && !('preliminary' in rest));
  expect(ends.map(({ type }) => type).toSorted()).toEqual([
    'tool-output-available',
    ...Array.from({ length: 3 }, () => 'tool-output-error'),
  ]);
  expect(textIn(chunks)).toContain('tool_denied: The configuration of this agent does not allow the tool jobs_search.');
  await chunksOf(await app.say('Again', { conversationId: 'conv_2' }));
  expect(llm.requests.at(-1)!.tools.map(({ name }) => name)).not.toContain('jobs_search');
  expect((await app.call('/jobs/agent/status')).body.tools.map(({ name }: { name: string }) => name)).not.toContain(
    'jobs_search',
  );
});

test('fifty concurrent chats each get their own answer', { timeout: 120_000 }, async () => {
  await using llm = await startScriptedLLM({
    script: withEngines((request) => {
      const { text, results } = lastAsk(request);
      return results.length === 0
        ? { toolCalls: [{ name: 'jobs_search', input: { keywords: 'software' } }] }
        : { text: `Answer to ${text}` };
    }),
  });
  await using app = await ChatApp.start({ llm: llm.url });
  app.furnish();
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  const people = [app.ann, app.bob];
  const answers = await Promise.all(
    numbers.map(async (number) => {
      const { token } = people[number % 2]!;
      const conversationId = `conv_${Math.floor(number / 2)}`;
      return chunksOf(await app.say(`question ${number}`, { conversationId, token }));
    }),
  );
  expect(answers.map(textIn)).toEqual(numbers.map((number) => `Answer to question ${number}`));
  const found = answers.map(
    (chunks) => chunks.find((chunk) => chunk.type === 'tool-output-available' && chunk.preliminary !== true) as Loose,
  );
  expect(found.map(({ output }) => output.count)).toEqual(numbers.map((number) => (number % 2 === 0 ? 1 : 0)));
  const { body } = await app.call('/jobs/chat/conversations?limit=100');
  expect(body.total).toBe(25);
  expect(app.unexpected).toEqual([]);
});

describe('conversations', () => {
  test('conversations are listed, titled by their first words, and deleted', async () => {
    await using app = await ChatApp.start();
    await chunksOf(await app.say('help me with my search for work', { conversationId: 'conv_1' }));
    await chunksOf(await app.say('help', { conversationId: 'conv_2' }));
    const { body } = await app.call('/jobs/chat/conversations?limit=1');
    expect(body).toMatchObject({
      total: 2,
      conversations: [{ id: 'conv_2', agentId: 'jobs', title: 'help', messageCount: 2 }],
    });
    expect(await app.call('/jobs/chat/conversations/conv_1', undefined, { method: 'DELETE' })).toEqual({
      status: 200,
      body: { deleted: true, id: 'conv_1' },
    });
    expect((await app.call('/jobs/chat/conversations/conv_1', undefined, { method: 'DELETE' })).status).toBe(404);
    expect((await app.history('conv_1')).status).toBe(404);
    expect((await app.call('/jobs/chat/conversations')).body.total).toBe(1);
    expect(app.services.database.sqlite.prepare('SELECT count(*) AS count FROM chat_messages').get()).toEqual({
      count: 2,
    });
  });

  test('a conversation has pages', async () => {
    await using app = await ChatApp.start();
    for (const text of ['help', 'hello', 'hi']) await chunksOf(await app.say(text));
    const page = async (query: string) => (await app.call(`/jobs/chat/history?conversationId=conv_1&${query}`)).body;
    const last = await page('limit=2');
    expect(last.messages.map(({ role, content }: Loose) => (role === 'user' ? content : role))).toEqual([
      'hi',
      'assistant',
    ]);
    const before = await page(`limit=10&before=${last.before}`);
    expect(before.messages).toHaveLength(4);
    expect(before.before).toBeNull();
    expect((await app.call('/jobs/chat/history?conversationId=conv_1&before=nobody')).status).toBe(400);
    expect((await app.call('/jobs/chat/history')).status).toBe(400);
    expect((await app.call('/jobs/chat/history?conversationId=conv_1&limit=0')).status).toBe(400);
    expect((await app.call('/jobs/chat/conversations?limit=x')).status).toBe(400);
  });

  test('conversations of two owners are separate, even under the same id', async () => {
    await using app = await ChatApp.start();
    app.furnish(app.ann);
    const body = (text: string) => ({
      id: 'same',
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text }] }],
    });
    const [ann, bob] = await Promise.all([
      app.fetch('/jobs/chat', body('find software jobs')).then(chunksOf),
      app.fetch('/jobs/chat', body('find software jobs'), { token: app.bob.token }).then(chunksOf),
    ]);
    expect(textIn(ann!)).toContain('Software Engineer');
    expect(textIn(bob!)).toContain('I found no saved jobs');
    expect(JSON.stringify(bob)).not.toContain('Acme');
    expect(JSON.stringify((await app.history('same', app.bob.token)).body)).not.toContain('Acme');
    await app.call('/jobs/chat/conversations/same', undefined, { method: 'DELETE', token: app.bob.token });
    expect((await app.history('same', app.bob.token)).status).toBe(404);
    expect((await app.history('same')).body.messages).toHaveLength(2);
  });

  test.each([
    ['POST', '/jobs/chat'],
    ['POST', '/jobs/chat/stop'],
    ['GET', '/jobs/chat/history'],
    ['GET', '/jobs/chat/conversations'],
    ['DELETE', '/jobs/chat/conversations/x'],
    ['GET', '/jobs/chat/x/stream'],
    ['GET', '/jobs/agent/status'],
    ['GET', '/jobs/status'],
  ])('conversations require a token: %s %s', async (method, path) => {
    await using app = await ChatApp.start();
    expect((await app.call(path, method === 'POST' ? {} : undefined, { method, token: 'wrong' })).status).toBe(401);
  });
});
