import { NotFoundError } from 'openai';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { until } from '../../__fixtures__/until.ts';
import { Stage } from '../../__fixtures__/stage.ts';
import { openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, team, thinkers } from '../__fixtures__/teams.ts';

const taskOf = (response: Response): string => response.headers.get('x-task-id')!;

describe('POST /v1/responses', () => {
  test("answers with a response in OpenAI's shape, and stores it", async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const asked = {
      model: 'desk',
      input: 'hello',
      metadata: { order: '4711' },
      store: false,
      user: 'ada',
      temperature: 0.2,
      top_p: 0.9,
      max_output_tokens: 100,
      parallel_tool_calls: false,
      truncation: 'auto',
      service_tier: 'auto',
    } as const;
    const response = await client.responses.create(asked);
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'desk',
      output_text: 'you said: hello',
      metadata: { order: '4711' },
      temperature: 0.2,
      store: false,
      parallel_tool_calls: false,
      error: null,
      incomplete_details: null,
    });
    expect(response.output).toMatchObject([{ type: 'message', role: 'assistant', status: 'completed' }]);
    const { id, output, output_text, metadata, usage } = await client.responses.retrieve(response.id);
    expect({ id, output, output_text, metadata, usage }).toEqual({
      id: response.id,
      output: response.output,
      output_text: 'you said: hello',
      metadata: { order: '4711' },
      usage: response.usage,
    });
  });

  test('repeats its settings whenever it is retrieved', async () => {
    await using stage = await Stage.open({ swarms: [team({ lead: [complete('{"sum":4}'), complete('{"sum":5}')] })] });
    const client = await openAIFor(stage);
    const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
    const asked: Omit<ResponseCreateParamsNonStreaming, 'input'> = {
      model: 'team',
      instructions: 'Be brief.',
      metadata: { order: '4711' },
      tools: [{ type: 'function', name: 'look', parameters: { type: 'object' }, strict: null }],
      text: { format: { type: 'json_schema', name: 'sum', schema } },
      reasoning: { summary: 'auto' },
    };
    const first = await client.responses.create({ ...asked, input: '2 + 2?' });
    const second = await client.responses.create({ ...asked, input: '2 + 3?', previous_response_id: first.id });
    for (const [response, previous] of [
      [first, null],
      [second, first.id],
    ] as const) {
      const repeated = { ...asked, previous_response_id: previous };
      expect(response).toMatchObject(repeated);
      expect(await client.responses.retrieve(response.id)).toMatchObject(repeated);
    }
  });

  test('calls the default swarm `default`', async () => {
    await using stage = await Stage.open({ defaultSwarm: 'annex' });
    const client = await openAIFor(stage);
    expect(await client.responses.create({ model: 'default', input: 'hello' })).toMatchObject({ model: 'annex' });
  });

  test('gives the swarm everything: instructions, earlier turns, images, files', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { output_text: text } = await client.responses.create({
      model: 'desk',
      instructions: 'Be brief.',
      input: [
        { role: 'developer', content: 'In French.' },
        { role: 'user', content: 'old' },
        { role: 'assistant', content: 'answer' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'new' },
            { type: 'input_image', detail: 'auto', image_url: 'https://x.example/cat.png' },
          ],
        },
      ],
    });
    for (const part of ['Be brief.', 'In French.', 'old', 'answer', 'new', '[image](https://x.example/cat.png)']) {
      expect(text).toContain(part);
    }
  });

  test('adds up the usage of all agents', async () => {
    await using stage = await Stage.open({ swarms: [thinkers()] });
    const client = await openAIFor(stage);
    const { usage, output } = await client.responses.create({ model: 'team', input: 'What is 17 + 4?' });
    expect(usage).toEqual({
      input_tokens: 207,
      input_tokens_details: { cached_tokens: 80 },
      output_tokens: 23,
      output_tokens_details: { reasoning_tokens: 8 },
      total_tokens: 230,
    });
    expect(output.map(({ type }) => type)).toEqual(['message']);
  });

  test('includes the reasoning of each agent when asked', async () => {
    await using stage = await Stage.open({ swarms: [thinkers()] });
    const client = await openAIFor(stage);
    const asked = { model: 'team', input: 'What is 17 + 4?', reasoning: { summary: 'auto' } } as const;
    const response = await client.responses.create(asked);
    const summaries = response.output.flatMap((item) =>
      item.type === 'reasoning' ? item.summary.map(({ text }) => text) : [],
    );
    expect(summaries).toEqual([
      '**lead**\n\nI had better ask.',
      '**helper**\n\nEasy.',
      '**helper**\n\nHere you are.',
      '**lead**\n\nSo it is.',
    ]);
    expect((await client.responses.retrieve(response.id)).output).toEqual(response.output);
  });

  test('enforces a JSON Schema on the answer', async () => {
    const wrong = complete('no JSON');
    await using stage = await Stage.open({ swarms: [team({ lead: [wrong, complete('{"sum":21}')] })] });
    const client = await openAIFor(stage);
    const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
    const response = await client.responses.parse({
      model: 'team',
      input: '17 + 4',
      text: { format: { type: 'json_schema', name: 'sum', strict: true, schema } },
    });
    expect(response.output_text).toBe('{"sum":21}');
    const known = await client.responses.retrieve(response.id);
    expect(known.text).toMatchObject({ format: { type: 'json_schema', name: 'sum' } });
  });

  test('reports a run that failed or reached its limit', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const failed = await client.responses.create({ model: 'desk', input: 'fail now' });
    expect(failed).toMatchObject({ status: 'failed', output: [], error: { code: 'model_failed' } });
    expect(failed.error!.message).toContain('told to fail');
    const endless = () => ({ toolCalls: [{ name: 'help', input: {} }] });
    await using limited = await Stage.open({ swarms: [team({ lead: endless }, { turns: 2 })] });
    const other = await openAIFor(limited);
    const incomplete = await other.responses.create({ model: 'team', input: 'go on' });
    expect(incomplete).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  });

  test('runs a repeated request with the same key once', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const ask = (key: string, previous?: string) =>
      client.responses.create(
        { model: 'desk', input: 'hello', ...(previous === undefined ? {} : { previous_response_id: previous }) },
        { headers: { 'Idempotency-Key': key } },
      );
    const [one, two] = await Promise.all([ask('k'), ask('k')]);
    expect(two.id).toBe(one.id);
    const [three, four] = [await ask('l', one.id), await ask('l', one.id)];
    expect(four.id).toBe(three.id);
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(1);
  });
});

describe('previous_response_id', () => {
  test('continues the task', async () => {
    const told: string[] = [];
    const lead = ({ messages }: { messages: readonly { role: string; text: string }[] }) => {
      const all = messages.map(({ text }) => text).join('\n');
      told.push(all);
      return complete(all.includes('My name is Ada') && all.includes('What is my name?') ? 'Ada' : 'Hello.');
    };
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    const first = await client.responses.create({ model: 'team', input: 'My name is Ada.' }).withResponse();
    const second = await client.responses
      .create({ model: 'team', input: 'What is my name?', previous_response_id: first.data.id })
      .withResponse();
    expect(second.data).toMatchObject({ output_text: 'Ada', previous_response_id: first.data.id });
    expect(second.data.id).not.toBe(first.data.id);
    expect(taskOf(second.response)).toBe(taskOf(first.response));
    expect((await client.responses.retrieve(first.data.id)).output_text).toBe('Hello.');
  });

  test('forks from an earlier answer', async () => {
    const lead = ({ messages }: { messages: readonly { text: string }[] }) =>
      complete(['one', 'two', 'three'].filter((word) => messages.some(({ text }) => text.includes(word))).join(' '));
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    const ask = (input: string, previous?: string) =>
      client.responses
        .create({ model: 'team', input, ...(previous === undefined ? {} : { previous_response_id: previous }) })
        .withResponse();
    const one = await ask('one');
    const two = await ask('two', one.data.id);
    const three = await ask('three', one.data.id);
    expect([one, two, three].map(({ data }) => data.output_text)).toEqual(['one', 'one two', 'one three']);
    expect(taskOf(three.response)).not.toBe(taskOf(two.response));
    const more = await ask('and', three.data.id);
    expect([more.data.output_text, taskOf(more.response)]).toEqual(['one three', taskOf(three.response)]);
  });

  test('previous_response_id is also found in the items of a history', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const first = await client.responses.create({ model: 'desk', input: 'hello' }).withResponse();
    const [item] = first.data.output;
    const histories = [
      [
        { role: 'user' as const, content: 'hello' },
        { type: 'item_reference' as const, id: item!.id! },
      ],
      [{ role: 'user' as const, content: 'hello' }, ...first.data.output],
    ];
    const tasks: string[] = [];
    for (const history of histories) {
      const { data, response } = await client.responses
        .create({ model: 'desk', input: [...history, { role: 'user', content: 'and more' }] as never })
        .withResponse();
      expect(data.output_text).toBe('you said: and more');
      tasks.push(taskOf(response));
    }
    // The second of them leaves the task where it was after the first answer.
    expect(tasks.map((task) => task === taskOf(first.response))).toEqual([true, false]);
  });

  test('previous_response_id is refused when it is unknown, of another model or of another caller', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { id } = await client.responses.create({ model: 'desk', input: 'hello' });
    const ask = async (previous: string, { model = 'desk', as = 'alice' } = {}) =>
      (await openAIFor(stage, as)).responses
        .create({ model, input: 'more', previous_response_id: previous })
        .catch((error: unknown) => error);
    for (const error of [await ask('resp_none'), await ask(id, { as: 'bob' }), await ask(id, { as: 'root' })]) {
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ code: 'previous_response_not_found', param: 'previous_response_id' });
    }
    expect(await ask(id, { model: 'annex' })).toMatchObject({ status: 400, param: 'previous_response_id' });
    const named = [
      { type: 'item_reference' as const, id: 'msg_none' },
      { role: 'user' as const, content: 'x' },
    ];
    expect(
      await client.responses.create({ model: 'desk', input: named }).catch((error: unknown) => error),
    ).toMatchObject({
      status: 404,
      param: 'input',
    });
  });

  test('previous_response_id causes a conflict while that response is still being written', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { id, status } = await client.responses.create({ model: 'desk', input: 'hang', background: true });
    expect(status).toBe('in_progress');
    const ask = client.responses.create({ model: 'desk', input: 'more', previous_response_id: id });
    expect(await ask.catch((error: unknown) => error)).toMatchObject({ status: 409, code: 'task_running' });
  });
});

describe('a background response', () => {
  test('a background response can be polled until it is complete', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { id, usage } = await client.responses.create({ model: 'desk', input: 'wait 50', background: true });
    expect(usage).toBeNull();
    await until(async () => (await client.responses.retrieve(id)).status !== 'in_progress');
    expect(await client.responses.retrieve(id)).toMatchObject({ status: 'completed', output_text: 'waited 50' });
  });

  test('a background response can be cancelled, and stays cancelled', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const { id } = await client.responses.create({ model: 'desk', input: 'hang', background: true });
    expect(await client.responses.cancel(id)).toMatchObject({ id, status: 'cancelled', output: [] });
    expect(await client.responses.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(await client.responses.retrieve(id)).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } });
    const next = await client.responses.create({ model: 'desk', input: 'hello', previous_response_id: id });
    expect(next.output_text).toBe('you said: hello');
    expect(await client.responses.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(await client.responses.retrieve(next.id)).toMatchObject({ status: 'completed' });
  });
});

test.each(['resp_none', 'x', 'resp_AAAAAAAAAAAAAAAAAAAAAA0_ZGVzaw', 'resp_AAAAAAAAAAAAAAAAAAAAAA0_bm9uZQ'])(
  'there is no response %s',
  async (id) => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    for (const ask of [() => client.responses.retrieve(id), () => client.responses.cancel(id)]) {
      expect(await ask().catch((error: unknown) => error)).toMatchObject({
        status: 404,
        type: 'invalid_request_error',
      });
    }
  },
);
