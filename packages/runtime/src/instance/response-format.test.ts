import type { JSONValue } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { cast, complete, logOf, outline, play, request, respond } from '../__fixtures__/play.ts';

const format = {
  type: 'object',
  properties: { sum: { type: 'number' } },
  required: ['sum'],
  additionalProperties: false,
};
const finish = (answer: JSONValue) => [{ tool: 'task_complete', input: { finish_message: answer } }];

test('a finish message that does not match is a tool error, and the agent tries again', async () => {
  const read: string[] = [];
  const again = ({ inputs }: { inputs: { message: { subject: string; body: string } }[] }) => {
    read.push(...inputs.map(({ message }) => `${message.subject} ${message.body}`));
    return { calls: finish({ sum: 4 }) };
  };
  await play({ supervisor: [finish({ sum: 'four' }), again as never] }, async (instance) => {
    const { response, status, taskId } = await instance.postMessage({ body: 'go', responseFormat: format });
    expect([status, response]).toEqual(['complete', '{"sum":4}']);
    expect(read).toEqual([expect.stringMatching(/^::tool_call_error:: .*sum: expected a number/)]);
    expect(outline(await logOf(instance, taskId)).filter((line) => line.startsWith('task_complete'))).toEqual([
      'task_complete error',
      'task_complete success',
    ]);
  });
});

test('a mismatch is retried twice', async () => {
  const lines = [finish('four'), finish({ sum: [] }), finish({ sum: 4 })];
  await play({ supervisor: lines }, async (instance) => {
    expect(await instance.postMessage({ body: 'go', responseFormat: format })).toMatchObject({ response: '{"sum":4}' });
  });
});

test('the third mismatch ends the run with an error', async () => {
  const lines = [finish('four'), finish('vier'), finish('quatre'), finish({ sum: 4 })];
  await play({ supervisor: lines }, async (instance) => {
    const result = await instance.postMessage({ body: 'go', responseFormat: format });
    expect(result).toMatchObject({ status: 'error', code: 'invalid_answer' });
    expect(result.response).toContain('got the string "quatre"');
    // The next run counts anew, and asks for nothing that was not asked for.
    expect(await instance.postMessage({ body: 'again', taskId: result.taskId })).toMatchObject({
      status: 'complete',
      response: '{"sum":4}',
    });
  });
});

test('several answers in one turn count one by one, and calls after the last are not run', async () => {
  const calls = [...finish('a'), ...finish('b'), ...finish('c'), { tool: 'ask_human', input: {} }];
  await play({ supervisor: [calls] }, async (instance) => {
    const { status, code, taskId } = await instance.postMessage({ body: 'go', responseFormat: format });
    expect([status, code]).toEqual(['error', 'invalid_answer']);
    const ended = (await logOf(instance, taskId)).flatMap((entry) =>
      entry.type === 'call-ended' ? [`${entry.tool} ${entry.result.status}`] : [],
    );
    expect(ended).toEqual(['task_complete error', 'task_complete error', 'task_complete error', 'ask_human not-run']);
  });
});

test('the first answer of a turn that matches is taken', async () => {
  await play({ supervisor: [[...finish('a'), ...finish({ sum: 1 })]] }, async (instance) => {
    expect(await instance.postMessage({ body: 'go', responseFormat: format })).toMatchObject({ response: '{"sum":1}' });
  });
});

test('refused answers are counted across a restart', async () => {
  await using store = await openStore('sqlite::memory:');
  const stuck = () => new Promise<never>(() => undefined);
  const first = await cast({ supervisor: [finish('a'), finish('b'), stuck] }).instantiate({ store, userId: 'u-1' });
  const submitted = await first.submit({ body: 'go', responseFormat: format });
  const refusals = async () =>
    (await store.read((await first.task(submitted.taskId))!.key, 0, 500)).entries.filter(
      (entry) => entry.type === 'call-ended',
    ).length;
  await expect.poll(refusals).toBe(2);
  await first.shutdown({ drainMs: 0 });
  await using second = await cast({ supervisor: [finish('c')] }).instantiate({ store, userId: 'u-1' });
  expect(await second.answer(submitted)).toMatchObject({ status: 'error', code: 'invalid_answer' });
});

test('the text of an agent that calls no tool is taken as its answer if it matches', async () => {
  await play({ supervisor: ['{"sum": 4}', '{"sum": 4}'] }, async (instance) => {
    expect(await instance.postMessage({ body: 'go', responseFormat: format })).toMatchObject({ response: '{"sum":4}' });
  });
  await play({ supervisor: ['Four.', 'Four, I said.'] }, async (instance) => {
    const result = await instance.postMessage({ body: 'go', responseFormat: format });
    expect(result).toMatchObject({ status: 'error', code: 'invalid_answer' });
    expect(result.response).toContain('Four, I said.');
  });
});

test('other turns are aborted when the run ends without a valid answer', async () => {
  const scenario = {
    supervisor: [[request('weather')], finish('a'), finish('b'), finish('c')],
    weather: [[respond('supervisor')]],
  };
  await play(scenario, async (instance) => {
    const { taskId, status } = await instance.postMessage({ body: 'go', responseFormat: format });
    expect(status).toBe('error');
    expect((await instance.task(taskId))?.openRun).toBeNull();
  });
});

test('references within a format are resolved', async () => {
  const shared = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { $ref: '#/definitions/n' }, b: { $ref: '#/$defs/n' } },
    definitions: { n: { type: 'number' } },
    $defs: { n: { type: 'number' } },
  };
  let parameters: Record<string, unknown> = {};
  const look = ({ tools }: { tools: { name: string; parameters: Record<string, unknown> }[] }) => {
    parameters = tools.find((tool) => tool.name === 'task_complete')!.parameters;
    return { calls: finish({ a: 1, b: 2 }) };
  };
  await play({ supervisor: [look as never] }, async (instance) => {
    expect(await instance.postMessage({ body: 'go', responseFormat: shared })).toMatchObject({ status: 'complete' });
  });
  expect(parameters).toMatchObject({
    properties: { finish_message: { type: 'object', properties: shared.properties } },
    definitions: shared.definitions,
    $defs: shared.$defs,
  });
});

test('a format that is not a JSON Schema is refused before anything starts', async () => {
  await play({ supervisor: [complete('x')] }, async (instance) => {
    await expect(instance.submit({ body: 'go', responseFormat: { type: 'banana' } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('the response format is not a JSON Schema'),
    });
    expect(await instance.tasks()).toEqual([]);
  });
});
