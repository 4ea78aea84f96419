import { describe, expect, test } from 'vitest';
import { developmentGuard } from '../../edge/development-guard.ts';
import { clerks } from '../../__fixtures__/clerks.ts';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { mcpClientFor } from '../__fixtures__/mcp-client.ts';
import { gatekeeper, thinkers } from '../__fixtures__/teams.ts';

type Structured = {
  task_id: string;
  status: string;
  response: string;
  code?: string;
  open_calls?: { call_id: string; tool: string; input: unknown }[];
};
type Result = { content: { type: string; text: string }[]; structuredContent: Structured; isError?: boolean };
type Visitor = Awaited<ReturnType<typeof mcpClientFor>>;

const call = async ({ client }: Visitor, input: object, name = 'desk'): Promise<Result> =>
  (await client.callTool({ name, arguments: input as Record<string, unknown> })) as unknown as Result;

describe('the tools of /mcp', () => {
  test('the tools of /mcp are the swarms, with their input and output schemas', async () => {
    await using stage = await Stage.open({ swarms: [clerks('desk'), clerks('news room'), clerks('news/room')] });
    await using visitor = await mcpClientFor(stage);
    expect(visitor.client.getServerVersion()).toMatchObject({ name: 'posthouse' });
    expect(visitor.client.getInstructions()).toContain('task_id');
    const { tools } = await visitor.client.listTools();
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['desk', 'desk'],
      ['news_room', 'news room'],
      ['news_room_2', 'news/room'],
    ]);
    expect(tools[0]!.description).toContain('the desk');
    expect(Object.keys(tools[0]!.inputSchema.properties!)).toEqual(['message', 'task_id', 'tool_results']);
    expect((await call(visitor, { message: 'hi' }, 'news_room_2')).structuredContent.response).toBe('you said: hi');
    expect((await stage.call('/tasks?swarm=news%2Froom')).body).not.toEqual({});
  });

  test('tools answer with text and with structured content', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    // The client checks what comes against what was announced.
    await visitor.client.listTools();
    const { content, structuredContent, isError } = await call(visitor, { message: 'hello' });
    expect(content).toEqual([{ type: 'text', text: 'you said: hello' }]);
    expect(structuredContent).toMatchObject({ status: 'complete', response: 'you said: hello' });
    expect(isError).toBeUndefined();
    expect((await stage.call(`/tasks/${structuredContent.task_id}`)).body.completed).toBe(true);
  });

  test('a tool continues a task', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const { structuredContent: first } = await call(visitor, { message: 'hello' });
    const { structuredContent: second } = await call(visitor, { message: 'more', task_id: first.task_id });
    expect(second).toMatchObject({ task_id: first.task_id, response: 'you said: more' });
    expect(Object.keys((await stage.call('/tasks')).body)).toEqual([first.task_id]);
  });

  test('tools report progress while they work', async () => {
    await using stage = await Stage.open({ swarms: [thinkers()] });
    await using visitor = await mcpClientFor(stage);
    const told: { progress: number; message?: string | undefined }[] = [];
    const result = await visitor.client.callTool({ name: 'team', arguments: { message: '17 + 4?' } }, undefined, {
      onprogress: (progress) => told.push(progress),
    });
    expect(result.content).toEqual([{ type: 'text', text: 'It is 21.' }]);
    const lines = told.map(({ message }) => message);
    expect(lines).toContain('lead writes to helper: Sum');
    expect(lines).toContain('helper writes to lead: Re: Sum');
    expect(told.map(({ progress }) => progress)).toEqual(told.map((_, index) => index + 1));
  });

  test('tools report progress when nothing happens, so that clients keep waiting', async () => {
    await using stage = await Stage.open({ pingMs: 20 });
    await using visitor = await mcpClientFor(stage);
    const told: unknown[] = [];
    const finished = visitor.client.callTool({ name: 'desk', arguments: { message: 'hang' } }, undefined, {
      onprogress: ({ message }) => told.push(message),
    });
    await until(() => told.length >= 3);
    expect(told).toContain('the swarm is working');
    for (const id of Object.keys((await stage.call('/tasks')).body))
      await stage.call(`/tasks/${id}/cancel`, { method: 'POST' });
    expect(await finished).toMatchObject({
      isError: true,
      structuredContent: { status: 'cancelled', code: 'cancelled' },
    });
  });

  test('tools return the calls that need an answer, and accept the results', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    await visitor.client.listTools();
    const { content, structuredContent: paused, isError } = await call(visitor, { message: 'ask sure? really?' });
    expect([paused.status, isError]).toEqual(['paused', undefined]);
    expect(paused.open_calls!.map(({ tool, input }) => [tool, input])).toEqual([
      ['ask_human', { q: 'sure?' }],
      ['ask_human', { q: 'really?' }],
    ]);
    expect(content[0]!.text).toContain(paused.task_id);
    const answer = (index: number) => ({ call_id: paused.open_calls![index]!.call_id, content: { approved: true } });
    const partly = await call(visitor, { task_id: paused.task_id, tool_results: [answer(0)] });
    expect(partly.structuredContent.open_calls).toHaveLength(1);
    const done = await call(visitor, { task_id: paused.task_id, tool_results: [answer(1)] });
    expect(done.structuredContent).toMatchObject({ status: 'complete', response: 'thank you' });
    const again = await call(visitor, { task_id: paused.task_id, tool_results: [answer(0), answer(1)] });
    expect(again.structuredContent).toEqual(done.structuredContent);
    const other = { ...answer(1), content: 'no' };
    const changed = await call(visitor, { task_id: paused.task_id, tool_results: [answer(0), other] });
    expect([changed.isError, changed.structuredContent.code]).toEqual([true, 'call_answered']);
    expect(changed.content[0]!.text).toContain('was already answered');
  });

  test.each([
    [{ approved: true }, 'open'],
    ['{"approved":true}', 'open'],
    ['yes', 'open'],
    ['{"approved":false,"reason":"It is night."}', 'ERROR: not approved: It is night.'],
    ['maybe', 'ERROR: not approved: maybe'],
  ])('%j is accepted as the answer to a tool that needs approval', async (content, outcome) => {
    const opened: unknown[] = [];
    await using stage = await Stage.open({ swarms: [gatekeeper(opened)] });
    await using visitor = await mcpClientFor(stage);
    const { structuredContent: paused } = await call(visitor, { message: 'Open the gate.' }, 'gate');
    const results = [{ call_id: paused.open_calls![0]!.call_id, content }];
    const done = await call(visitor, { task_id: paused.task_id, tool_results: results }, 'gate');
    expect(done.structuredContent).toMatchObject({ status: 'complete', response: expect.stringContaining(outcome) });
    expect(opened).toHaveLength(outcome === 'open' ? 1 : 0);
  });

  test('tools accept a message together with results', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const { structuredContent: paused } = await call(visitor, { message: 'ask sure?' });
    const results = [{ call_id: paused.open_calls![0]!.call_id, content: 'yes' }];
    const done = await call(visitor, { task_id: paused.task_id, tool_results: results, message: 'and this' });
    expect(done.structuredContent.status).toBe('complete');
    expect(JSON.stringify((await stage.call(`/tasks/${paused.task_id}`)).body)).toContain('and this');
  });
});

describe('failures of MCP calls', () => {
  test.each([
    [{ message: 'fail' }, 'model_failed', 'told to fail'],
    [{}, 'invalid_input', 'message is required'],
    [{ message: 5 }, 'invalid_input', 'message'],
    [{ message: 'x', task_id: 'none' }, 'task_not_found', "no task 'none'"],
    [{ tool_results: [{ call_id: 'c', content: 'x' }] }, 'invalid_input', 'task_id'],
    [{ tool_results: [{ content: 'x' }], task_id: 't' }, 'invalid_input', 'call_id'],
  ])('failures of MCP calls are returned as error results: %j', async (input, code, sentence) => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    await visitor.client.listTools();
    const { content, structuredContent, isError } = await call(visitor, input);
    expect([isError, structuredContent.code, structuredContent.status]).toEqual([true, code, 'error']);
    expect(content[0]!.text).toContain(sentence);
  });

  test('the failure of an unknown tool names the existing tools', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    expect((await call(visitor, { message: 'x' }, 'attic')).content[0]!.text).toContain('desk, annex');
  });

  test('results for calls that nobody waits for are a failure', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const { structuredContent } = await call(visitor, { message: 'hello' });
    const late = { task_id: structuredContent.task_id, tool_results: [{ call_id: 'c', content: 'x' }] };
    expect((await call(visitor, late)).structuredContent.code).toBe('call_not_found');
  });

  test('a server that stops fails the call, and returns the id of its task', async () => {
    await using stage = await Stage.open();
    await using visitor = await mcpClientFor(stage);
    const waiting = call(visitor, { message: 'hang' });
    await until(async () => (await stage.call('/ui/tasks')).body.length === 1);
    await stage.served.drain(0);
    const { structuredContent } = await waiting;
    expect(structuredContent).toMatchObject({ status: 'error', code: 'unavailable' });
    expect(structuredContent.task_id).toBeTypeOf('string');
  });
});

describe('the /mcp route', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  test('requires the token of a user', async () => {
    await using stage = await Stage.open();
    for (const as of [null, 'nobody', 'peer']) {
      expect(await stage.call('/mcp', { as, body: list })).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    }
    await expect(mcpClientFor(stage, 'nobody')).rejects.toThrow(/invalid API key/);
  });

  test('answers with a stream, or with JSON to clients that cannot read one', async () => {
    await using stage = await Stage.open();
    const plain = await stage.call('/mcp', { body: list });
    expect(plain.body.result.tools).toHaveLength(2);
    const headers = { accept: 'application/json, text/event-stream' };
    const streamed = await stage.fetch('/mcp', { body: list, headers });
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    expect(await streamed.text()).toContain('event: message\ndata: {');
  });

  test.each([['{'], ['5'], ['{"jsonrpc":"2.0"}'], ['{"jsonrpc":"1.0","id":1,"method":"ping"}']])(
    'answers %s, which is no message, as MCP does',
    async (body) => {
      await using stage = await Stage.open();
      expect(await stage.call('/mcp', { method: 'POST', body })).toMatchObject({
        status: 400,
        body: { error: { code: -32700 } },
      });
    },
  );

  test('offers no stream to GET and no session to DELETE, and clients manage without', async () => {
    await using stage = await Stage.open();
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await stage.call('/mcp', { method });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
    await using visitor = await mcpClientFor(stage);
    await visitor.transport.terminateSession();
  });

  test('the guards of a development server protect /mcp', async () => {
    await using stage = await Stage.open({ before: [developmentGuard([])] });
    const host = { host: 'localhost:8000' };
    expect((await stage.call('/mcp', { body: list, headers: host })).status).toBe(200);
    for (const headers of [{ host: 'evil.example' }, { ...host, origin: 'https://evil.example' }]) {
      expect(await stage.call('/mcp', { body: list, headers })).toMatchObject({
        status: 403,
        body: { code: 'origin_refused' },
      });
    }
  });

  test('the /mcp route does not show the tasks of other callers', async () => {
    await using stage = await Stage.open();
    await using alice = await mcpClientFor(stage);
    const { structuredContent } = await call(alice, { message: 'hello' });
    for (const as of ['bob', 'root']) {
      await using other = await mcpClientFor(stage, as);
      const stolen = await call(other, { message: 'more', task_id: structuredContent.task_id });
      expect(stolen.structuredContent.code).toBe('task_not_found');
    }
  });
});
