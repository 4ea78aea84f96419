import { APIError } from 'openai';
import type { ChatCompletionChunk, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { writers, writing } from '../../__fixtures__/writers.ts';
import { gather, openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, lookOut, lookouts, team, thinkers } from '../__fixtures__/teams.ts';

const FOX = 'The quick brown fox jumps over the lazy dog, again and again.';
const { type: _, ...chatTool } = lookOut;
const tools = [{ type: 'function' as const, function: chatTool }];
const user = (content: string): ChatCompletionMessageParam => ({ role: 'user', content });
const textOf = (chunks: readonly ChatCompletionChunk[]): string =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
const failing = async (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const tasksOf = async (stage: Stage): Promise<number> => Object.keys((await stage.call('/tasks')).body).length;

describe('POST /v1/chat/completions', () => {
  test("answers with a completion in OpenAI's shape", async () => {
    await using stage = await Stage.open({ swarms: [thinkers()] });
    const client = await openAIFor(stage);
    const completion = await client.chat.completions.create({
      model: 'team',
      messages: [user('What is 17 + 4?')],
      temperature: 1,
      max_completion_tokens: 50,
      seed: 7,
      user: 'ada',
      metadata: { a: 'b' },
      store: true,
    });
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: 'team',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It is 21.', refusal: null } },
      ],
      usage: {
        prompt_tokens: 207,
        completion_tokens: 23,
        total_tokens: 230,
        prompt_tokens_details: { cached_tokens: 80 },
        completion_tokens_details: { reasoning_tokens: 8 },
      },
    });
    expect(completion.id).toMatch(/^chatcmpl-/);
  });

  test('begins a new task with the whole conversation', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const messages: ChatCompletionMessageParam[] = [
      { role: 'system', content: 'Be brief.' },
      user('first'),
      { role: 'assistant', content: 'of all' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'second' },
          { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
        ],
      },
    ];
    const ask = async () =>
      (await client.chat.completions.create({ model: 'desk', messages })).choices[0]!.message.content!;
    const text = await ask();
    for (const part of ['Be brief.', 'first', 'of all', 'second', '[image](https://x.example/a.png)'])
      expect(text).toContain(part);
    await ask();
    expect(await tasksOf(stage)).toBe(2);
  });

  test('streams the answer as it is written, with usage when asked, and [DONE]', async () => {
    const script = () => complete(FOX, { chunkSize: 5, delayMs: 10 });
    await using stage = await Stage.open({ swarms: [writers(script)] });
    const client = await openAIFor(stage);
    const ask = { model: 'writers', messages: [user('go')], stream: true as const };
    const chunks = await gather(
      await client.chat.completions.create({ ...ask, stream_options: { include_usage: true } }),
    );
    expect(chunks[0]!.choices[0]!.delta).toMatchObject({ role: 'assistant' });
    expect(textOf(chunks)).toBe(FOX);
    expect(chunks.at(-2)!.choices[0]!.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) as number } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    const plain = await gather(await client.chat.completions.create(ask));
    expect(plain.every((chunk) => !('usage' in chunk))).toBe(true);
    const text = await (await stage.overHTTP('/v1/chat/completions', { body: ask })).text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('streams words before the run has ended', async () => {
    const lead = () => complete(FOX, { chunkSize: 8, fault: { kind: 'stall' as const, afterChunks: 5 } });
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    const stream = await client.chat.completions.create({ model: 'team', messages: [user('go')], stream: true });
    let text = '';
    for await (const chunk of stream) {
      text = chunk.choices[0]!.delta.content ?? '';
      if (text !== '') break;
    }
    expect(FOX.startsWith(text)).toBe(true);
    expect((await stage.call('/ui/tasks')).body).toMatchObject([{ is_running: true }]);
  });

  test('streams what OpenAI’s own reader assembles into a completion', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south'])] });
    const client = await openAIFor(stage);
    const runner = client.chat.completions.stream({ model: 'team', messages: [user('go')], tools });
    const { choices } = await runner.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { arguments: '{"window":"north"}' } }, { function: { name: 'look_out' } }] },
    });
  });

  test('enforces a JSON Schema on the answer', async () => {
    await using stage = await Stage.open({ swarms: [team({ lead: [complete('21'), complete('{"sum":21}')] })] });
    const client = await openAIFor(stage);
    const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
    const format = { type: 'json_schema' as const, json_schema: { name: 'sum', schema } };
    const completion = await client.chat.completions.create({
      model: 'team',
      messages: [user('17 + 4')],
      response_format: format,
    });
    expect(completion.choices[0]!.message.content).toBe('{"sum":21}');
  });

  test('runs a repeated request with the same key once', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const ask = () =>
      client.chat.completions.create(
        { model: 'desk', messages: [user('hi')] },
        { headers: { 'Idempotency-Key': 'k' } },
      );
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one.id).toBe(two.id);
    expect(await tasksOf(stage)).toBe(1);
  });
});

describe('tools of a chat completion', () => {
  test('tools of a chat completion are called, and their results continue the same task', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south'])] });
    const client = await openAIFor(stage);
    const messages = [user('How is the weather?')];
    const first = await client.chat.completions.create({ model: 'team', messages, tools });
    const { message, finish_reason: reason } = first.choices[0]!;
    expect([reason, message.content]).toEqual(['tool_calls', null]);
    const results = message.tool_calls!.map(({ id }, index) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: `weather ${index}`,
    }));
    const history = [...messages, message, ...results];
    const second = await client.chat.completions.create({ model: 'team', messages: history, tools });
    expect(second.choices[0]!.message.content).toBe('Seen: weather 0 and weather 1.');
    expect(await tasksOf(stage)).toBe(1);
    // Sent once more, the same results get the same answer.
    const again = await client.chat.completions.create({ model: 'team', messages: history, tools });
    expect(again.id).toBe(second.id);
    const chunks = await gather(
      await client.chat.completions.create({ model: 'team', messages: history, tools, stream: true }),
    );
    expect(textOf(chunks)).toBe('Seen: weather 0 and weather 1.');
  });

  test('tools of a chat completion work with OpenAI’s own tool runner', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south'])] });
    const client = await openAIFor(stage);
    const runner = client.chat.completions.runTools({
      model: 'team',
      messages: [user('How is the weather?')],
      tools: [
        {
          type: 'function',
          function: {
            ...chatTool,
            parse: JSON.parse as (text: string) => { window: string },
            function: ({ window }: { window: string }) => `${window} wind`,
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('Seen: north wind and south wind.');
    expect(await tasksOf(stage)).toBe(1);
  });

  test('results that nobody waits for start a new task with the whole conversation', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const first = await client.chat.completions.create({ model: 'desk', messages: [user('ask sure?')] }).withResponse();
    await stage.call(`/tasks/${first.response.headers.get('x-task-id')}/cancel`, { method: 'POST' });
    const { message } = first.data.choices[0]!;
    const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'yes' };
    const foreign: ChatCompletionMessageParam[] = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'snow' },
    ];
    const histories: ChatCompletionMessageParam[][] = [
      [user('ask sure?'), message, result],
      [user('hello'), ...foreign],
      [user('hello'), ...foreign, user('and?')],
    ];
    for (const messages of histories) {
      const { choices } = await client.chat.completions.create({ model: 'desk', messages });
      expect(choices[0]!.message.content).toContain(
        messages.includes(result) ? '(ask_human gives yes)' : '(look gives snow)',
      );
    }
    expect(await tasksOf(stage)).toBe(4);
  });

  test("tools never continue another caller's task", async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north'])] });
    const [alice, bob] = [await openAIFor(stage), await openAIFor(stage, 'bob')];
    const first = await alice.chat.completions.create({ model: 'team', messages: [user('go')], tools });
    const { message } = first.choices[0]!;
    const results = [{ role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'rain' }];
    const messages = [user('go'), message, ...results];
    const stolen = await bob.chat.completions.create({ model: 'team', messages, tools });
    expect(stolen.choices[0]!.finish_reason).toBe('tool_calls');
    const own = await alice.chat.completions.create({ model: 'team', messages, tools });
    expect(own.choices[0]!.message.content).toBe('Seen: rain.');
  });
});

describe('a chat completion that fails', () => {
  test('a chat completion that fails is an error that clients do not retry', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage, 'alice', { maxRetries: 2 });
    const error = await failing(client.chat.completions.create({ model: 'desk', messages: [user('fail')] }));
    expect(error).toMatchObject({ status: 500, code: 'model_failed', type: 'server_error' });
    expect(await tasksOf(stage)).toBe(1);
  });

  test('a failure in a stream is an error as well', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const stream = await client.chat.completions.create({ model: 'desk', messages: [user('fail')], stream: true });
    const error = await failing(gather(stream));
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ code: 'model_failed' });
  });

  test('a chat completion can be cancelled through its task', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { data, response } = await client.chat.completions
      .create({ model: 'desk', messages: [user('hang')], stream: true })
      .withResponse();
    const reading = failing(gather(data));
    await stage.call(`/tasks/${response.headers.get('x-task-id')}/cancel`, { method: 'POST' });
    expect(await reading).toMatchObject({ code: 'cancelled' });
    const waiting = failing(client.chat.completions.create({ model: 'desk', messages: [user('hang')] }));
    await until(async () => (await tasksOf(stage)) === 2);
    for (const id of Object.keys((await stage.call('/tasks')).body))
      await stage.call(`/tasks/${id}/cancel`, { method: 'POST' });
    expect(await waiting).toMatchObject({ status: 409, code: 'cancelled' });
  });

  test('a chat completion at a limit has the finish reason length', async () => {
    const endless = () => ({ toolCalls: [{ name: 'help', input: {} }] });
    await using stage = await Stage.open({ swarms: [team({ lead: endless }, { turns: 1 })] });
    const client = await openAIFor(stage);
    const { choices } = await client.chat.completions.create({ model: 'team', messages: [user('go')] });
    expect(choices[0]).toMatchObject({
      finish_reason: 'length',
      incomplete_details: { message: expect.stringContaining('limit') as string },
    });
  });

  test('a chat completion continues when its reader leaves', async () => {
    await using stage = await Stage.open({ swarms: [writers(writing(FOX, { delayMs: 10 }))] });
    const client = await openAIFor(stage);
    const stream = await client.chat.completions.create({ model: 'writers', messages: [user('go')], stream: true });
    for await (const chunk of stream) if (chunk.choices[0]!.delta.content) break;
    await until(async () => (await stage.call('/ui/tasks')).body[0].completed as boolean);
    const [task] = Object.values((await stage.call('/tasks')).body as Record<string, { status: string }>);
    expect(task!.status).toBe('complete');
  });

  test('a chat completion signals withdrawn words by starting again', async () => {
    const request = { name: 'send_request', input: { target: 'helper', subject: 's', body: 'b' } };
    const response = { name: 'send_response', input: { target: 'lead', subject: 'r', body: 'b' } };
    const helper = [complete('First words.', { chunkSize: 6, delayMs: 30 }), { toolCalls: [response] }];
    const lead = [{ toolCalls: [request] }, complete('Second thoughts.')];
    await using stage = await Stage.open({ swarms: [team({ lead, helper })] });
    const client = await openAIFor(stage);
    const ask = { model: 'team', messages: [user('go')] };
    const chunks = await gather(await client.chat.completions.create({ ...ask, stream: true }));
    expect(textOf(chunks)).toBe('First words.\n\nSecond thoughts.');
  });
});
