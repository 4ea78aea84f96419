import type { Response, ResponseFunctionToolCall } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { gather, openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, gatekeeper, lookOut, lookouts, resultsOf, team } from '../__fixtures__/teams.ts';

const callsOf = ({ output }: Pick<Response, 'output'>): ResponseFunctionToolCall[] =>
  output.filter((item) => item.type === 'function_call');
const outputFor = ({ call_id: callId }: ResponseFunctionToolCall, output: string) => ({
  type: 'function_call_output' as const,
  call_id: callId,
  output,
});
const ask = { model: 'team', input: 'How is the weather?', tools: [lookOut] };

describe('function tools', () => {
  test('the swarm calls function tools, and their outputs return to the same task', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north'])] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask).withResponse();
    const [call] = callsOf(first.data);
    expect(first.data).toMatchObject({ status: 'completed', output_text: '', usage: { input_tokens: 10 } });
    expect(call).toMatchObject({ name: 'look_out', arguments: '{"window":"north"}', status: 'completed' });
    const second = await client.responses
      .create({
        model: 'team',
        tools: [lookOut],
        previous_response_id: first.data.id,
        input: [outputFor(call!, 'rain')],
      })
      .withResponse();
    expect(second.data).toMatchObject({ output_text: 'Seen: rain.', usage: { input_tokens: 20, output_tokens: 2 } });
    expect(second.response.headers.get('x-task-id')).toBe(first.response.headers.get('x-task-id'));
    for (const { data } of [first, second]) {
      expect((await client.responses.retrieve(data.id)).output).toEqual(data.output);
    }
  });

  test('function tools can be called in parallel, and answered in any order or one by one', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south', 'west'])] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask);
    const [north, south, west] = callsOf(first) as [
      ResponseFunctionToolCall,
      ResponseFunctionToolCall,
      ResponseFunctionToolCall,
    ];
    const partly = await client.responses.create({
      model: 'team',
      previous_response_id: first.id,
      input: [outputFor(west, 'sun'), outputFor(north, 'rain')],
    });
    const left = callsOf(partly);
    expect(left.map((call) => call.arguments)).toEqual([south.arguments]);
    const last = await client.responses.create({
      model: 'team',
      previous_response_id: partly.id,
      input: [outputFor(left[0]!, 'fog')],
    });
    expect(last.output_text).toBe('Seen: rain and fog and sun.');
  });

  test('outputs need no previous_response_id when the history is included', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south'])] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask);
    const outputs = callsOf(first).map((call, index) => outputFor(call, `weather ${index}`));
    const history = [{ role: 'user' as const, content: ask.input }, ...callsOf(first), ...outputs];
    const second = await client.responses.create({ ...ask, input: history });
    expect(second.output_text).toBe('Seen: weather 0 and weather 1.');
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(1);
  });

  test('outputs that are sent again return the first answer', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north'])] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask);
    const input = [outputFor(callsOf(first)[0]!, 'rain')];
    const more = { model: 'team', previous_response_id: first.id, input };
    const [one, two] = [await client.responses.create(more), await client.responses.create(more)];
    expect([two.id, two.output_text]).toEqual([one.id, 'Seen: rain.']);
  });

  test('outputs are accepted together with a message', async () => {
    const lead = (request: Parameters<typeof resultsOf>[0]) => {
      const seen = resultsOf(request);
      const words = request.messages.map(({ text }) => text).join('\n');
      if (seen.length === 0) return { toolCalls: [{ name: 'look_out', input: {} }] };
      return complete(words.includes('Hurry') ? `Seen: ${seen.join()}, in a hurry.` : 'at leisure', {
        firstDelayMs: 50,
      });
    };
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask);
    const input = [outputFor(callsOf(first)[0]!, 'rain'), { role: 'user' as const, content: 'Hurry!' }];
    const more = { model: 'team', previous_response_id: first.id, input };
    const second = await client.responses.create(more);
    expect(second.output_text).toBe('Seen: rain, in a hurry.');
    const again = await client.responses.create(more);
    expect([again.id, again.output_text]).toEqual([second.id, second.output_text]);
  });

  test('calls are streamed as items of their own', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south'])] });
    const client = await openAIFor(stage);
    const events = await gather(await client.responses.create({ ...ask, stream: true }));
    const types = events.map(({ type }) => type);
    const item = [
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
    ];
    expect(types).toEqual(['response.created', 'response.in_progress', ...item, ...item, 'response.completed']);
    const runner = client.responses.stream(ask);
    const final = await runner.finalResponse();
    expect(callsOf(final).map((call) => call.arguments)).toEqual(['{"window":"north"}', '{"window":"south"}']);
    const input = callsOf(final).map((call) => outputFor(call, 'rain'));
    const rest = client.responses.stream({ model: 'team', previous_response_id: final.id, input });
    expect((await rest.finalResponse()).output_text).toBe('Seen: rain and rain.');
  });

  test('calls include the breakpoints of the swarm, declared or not', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const declared = { type: 'function' as const, name: 'ask_human', parameters: { type: 'object' }, strict: false };
    for (const tools of [[], [declared]]) {
      const first = await client.responses.create({ model: 'desk', input: 'ask sure?', tools });
      const [call] = callsOf(first);
      expect(call).toMatchObject({ name: 'ask_human', arguments: '{"q":"sure?"}' });
      const second = await client.responses.create({
        model: 'desk',
        previous_response_id: first.id,
        input: [outputFor(call!, 'yes')],
      });
      expect(second.output_text).toBe('thank you');
    }
  });

  test.each([
    ['{"approved": true}', 'SUCCESS: open'],
    ['{"approved": false, "reason": "It is night."}', 'ERROR: not approved: It is night.'],
  ])('an action runs after approval only, which the output %s gives or denies', async (output, told) => {
    const opened: unknown[] = [];
    await using stage = await Stage.open({ swarms: [gatekeeper(opened)] });
    const client = await openAIFor(stage);
    const first = await client.responses.create({ model: 'gate', input: 'Open the gate.' });
    const input = [outputFor(callsOf(first)[0]!, output)];
    const second = await client.responses.create({ model: 'gate', previous_response_id: first.id, input });
    expect([second.output_text, opened.length]).toEqual([told, told.startsWith('SUCCESS') ? 1 : 0]);
  });

  test('function tools are not offered when tool use is turned off', async () => {
    const lead = ({ tools }: { tools: readonly { name: string }[] }) =>
      complete(String(tools.some(({ name }) => name === 'look_out')));
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    expect((await client.responses.create(ask)).output_text).toBe('true');
    expect((await client.responses.create({ ...ask, tool_choice: 'none' })).output_text).toBe('false');
  });
});

describe('outputs that cannot be accepted', () => {
  const failing = async (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

  test('outputs that cannot be accepted are refused, and the task still waits', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north'])] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask);
    const [call] = callsOf(first);
    const go = (input: object[]) =>
      failing(client.responses.create({ model: 'team', previous_response_id: first.id, input: input as never }));
    expect(await go([{ type: 'function_call_output', call_id: 'call_1', output: 'x' }])).toMatchObject({
      status: 400,
      code: 'call_not_found',
      param: 'input',
    });
    expect(await go([{ role: 'user', content: 'never mind' }])).toMatchObject({ status: 400, param: 'input' });
    expect(await go([])).toMatchObject({ status: 400, param: 'input' });
    expect(await go([outputFor(call!, 'rain')])).toMatchObject({ output_text: 'Seen: rain.' });
    expect(await go([outputFor(call!, 'hail')])).toMatchObject({ status: 409, code: 'call_answered' });
  });

  test('outputs for a cancelled run are refused', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north'])] });
    const client = await openAIFor(stage);
    const first = await client.responses.create(ask);
    await client.responses.cancel(first.id);
    const input = [outputFor(callsOf(first)[0]!, 'rain')];
    const late = client.responses.create({ model: 'team', previous_response_id: first.id, input });
    expect(await failing(late)).toMatchObject({ status: 400, code: 'call_not_found' });
  });

  test('a request with a tool whose name is taken is not retried', async () => {
    await using stage = await Stage.open({ swarms: [lookouts(['north'])] });
    const client = await openAIFor(stage, 'alice', { maxRetries: 2 });
    let requests = 0;
    const counting = client.withOptions({
      fetch: (...given: Parameters<typeof fetch>) => {
        requests += 1;
        return fetch(...given);
      },
    });
    const tools = [{ ...lookOut, name: 'task_complete' }];
    expect(await failing(counting.responses.create({ ...ask, tools }))).toMatchObject({
      status: 400,
      code: 'tool_name_taken',
    });
    expect(requests).toBe(1);
  });
});
