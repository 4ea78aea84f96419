import { describe, expect, test } from 'vitest';
import type { Loose } from '../__fixtures__/loose.ts';
import { Stage } from '../__fixtures__/stage.ts';

const open = () => Stage.open({ debug: true });
const user = (content: unknown) => ({ role: 'user', content });
const ask = async (stage: Stage, body: object, headers = {}) => {
  const answer = await stage.call('/responses', { body: { tools: [], ...body }, headers });
  return { ...answer, body: JSON.parse(answer.body) as Loose };
};

describe('POST /responses', () => {
  test('exists only when the server is debugged, whoever asks', async () => {
    await using stage = await Stage.open();
    for (const as of ['alice', null]) {
      const body = { input: [user('hello')], tools: [] };
      expect(await stage.call('/responses', { as, body })).toMatchObject({
        status: 404,
        body: { detail: 'Not found' },
      });
    }
  });

  test('answers with JSON in a text, as MAIL does', async () => {
    await using stage = await open();
    const { status, headers, body } = await stage.call('/responses', { body: { input: [user('hello')], tools: [] } });
    expect([status, headers.get('content-type'), typeof body]).toEqual([200, 'application/json', 'string']);
    expect(JSON.parse(body)).toMatchObject({ object: 'response', model: 'desk' });
  });

  test('answers with a response object, and continues a finished task', async () => {
    await using stage = await open();
    const { body } = await ask(stage, { input: [user('hello')] });
    expect(body).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'desk',
      error: null,
      tool_choice: 'auto',
    });
    expect(body.output).toMatchObject([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'you said: hello' }] },
    ]);
    const more = await ask(stage, { input: [user('and more')], previous_response_id: body.id });
    expect(more.body.id).toBe(body.id);
    expect(more.body.output[0].content[0].text).toBe('you said: and more');
  });

  test("reads the user's last message, in whatever parts, below the instructions", async () => {
    await using stage = await open();
    const input = [
      user('old'),
      { role: 'assistant', content: 'answer' },
      user([{ type: 'input_text', text: 'one' }, { type: 'input_image' }]),
      user('two'),
    ];
    const { body } = await ask(stage, { input });
    expect(body.output[0].content[0].text).toBe('you said: one\n\ntwo');
    const instructed = await ask(stage, { input: [user('hello')], instructions: 'Be brief.' });
    expect(instructed.body.output[0].content[0].text).toBe('you said: Be brief.\n\nhello');
  });

  test.each([
    ['Responses', { type: 'function', name: 'look_out', parameters: { type: 'object' } }],
    ['chat completions', { type: 'function', function: { name: 'look_out', description: 'Looks.' } }],
  ])('calls the caller’s tools in the shape of %s, and accepts their output', async (_, tool) => {
    await using stage = await open();
    const { body } = await ask(stage, { input: [user('use look_out')], tools: [tool] });
    const [call] = body.output;
    expect(call).toMatchObject({ type: 'function_call', name: 'look_out', arguments: '{}', id: `fc_${call.call_id}` });
    const input = [user('use look_out'), call, { type: 'function_call_output', call_id: call.call_id, output: 'rain' }];
    const done = await ask(stage, { input, tools: [tool], previous_response_id: body.id });
    expect(done.body.output[0].content[0].text).toBe('thank you');
  });

  test("needs no declaration of the entrypoint's breakpoint tools", async () => {
    await using stage = await open();
    const tools = [{ type: 'function', name: 'ask_human', parameters: { type: 'object' } }];
    const { body } = await ask(stage, { input: [user('ask ok?')], tools });
    expect(body.output).toMatchObject([{ type: 'function_call', name: 'ask_human' }]);
  });

  test('reports a failure as one', async () => {
    await using stage = await open();
    const { body } = await ask(stage, { input: [user('fail')] });
    expect(body).toMatchObject({ status: 'failed', output: [], error: { code: 'model_failed' } });
    const late = await ask(stage, { input: [user('wait 200')], kwargs: { timeout: 0.01 } });
    expect(late.body).toMatchObject({ status: 'failed', error: { code: 'task_timeout' } });
  });

  test('posts one message for each key', async () => {
    await using stage = await open();
    const headers = { 'idempotency-key': 'k' };
    const [one, two] = await Promise.all([1, 2].map(() => ask(stage, { input: [user('hello')] }, headers)));
    expect(one!.body.id).toBe(two!.body.id);
  });

  test.each([
    [{ tools: [] }, 400, "parameter 'input' is required"],
    [{ input: [] }, 400, "parameter 'tools' is required"],
    [{ input: 'hello', tools: [] }, 400, "parameter 'input' must be a list, got str"],
    [{ input: [], tools: {} }, 400, "parameter 'tools' must be a list, got dict"],
    [{ input: [], tools: [] }, 400, 'must end with a user message'],
    [{ input: [5], tools: [] }, 400, 'must be a dict, got int'],
    [
      { input: [user('x')], tools: [], tool_choice: 5 },
      400,
      "parameter 'tool_choice' must be a str or a dict, got int",
    ],
    [{ input: [user('x')], tools: [], parallel_tool_calls: 'yes' }, 400, 'parallel_tool_calls'],
    [{ input: [user('x')], tools: [{ type: 'web_search' }] }, 400, 'must be a function'],
    [{ input: [user('x')], tools: [{ name: '' }] }, 400, "must have a 'name'"],
    [{ input: [user('x')], tools: [7] }, 400, 'must be a dict'],
    [{ input: [user('x')], tools: [{ name: 'a', parameters: 5 }] }, 400, 'parameters'],
    [{ input: [user('x')], tools: [{ name: 'task_complete' }] }, 409, 'taken'],
    [{ input: [user('x')], tools: [], previous_response_id: 'none' }, 404, "task 'none' not found"],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }], tools: [] }, 400, 'previous_response_id'],
  ])('POST /responses refuses %j', async (body, status, detail) => {
    await using stage = await open();
    const answer = await stage.call('/responses', { body });
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect((await stage.call('/tasks')).body).toEqual({});
  });
});
