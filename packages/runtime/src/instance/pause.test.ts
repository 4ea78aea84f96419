import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { actor, cast, complete, getWeather, logOf, outline, play } from '../__fixtures__/play.ts';
import { swarm } from '../swarm.ts';

const ask = (callId: string) => ({ tool: 'ask_human', input: { q: callId }, callId });

test('several breakpoint calls are answered by call id', async () => {
  await play({ supervisor: [[ask('a'), ask('b')], complete('both')] }, async (instance) => {
    const { taskId, calls } = await instance.postMessage({ body: 'go' });
    expect(calls?.map((call) => call.callId)).toEqual(['a', 'b']);
    const submitted = await instance.resume(taskId, [
      { callId: 'b', content: 'two' },
      { callId: 'a', content: 'one' },
    ]);
    expect(await instance.answer(submitted)).toMatchObject({ response: 'both' });
  });
});

test('a result for a call that does not wait is an error, and the task stays paused', async () => {
  await play({ supervisor: [[ask('a')], complete('done')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    await expect(instance.resume(taskId, [{ callId: 'ghost', content: 'x' }])).rejects.toMatchObject({
      code: 'call_not_found',
    });
    expect((await instance.task(taskId))?.status).toBe('paused');
    expect(await instance.answer(await instance.resume(taskId, { content: 'fine' }))).toMatchObject({
      response: 'done',
    });
  });
});

test('one text cannot answer two calls', async () => {
  await play({ supervisor: [[ask('a'), ask('b')]] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    await expect(instance.resume(taskId, 'yes')).rejects.toMatchObject({ code: 'call_not_found' });
  });
});

test('one of two answers to the same call is accepted, and the other is refused', async () => {
  await play({ supervisor: [[ask('a')], complete('done')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    const results = await Promise.allSettled([instance.resume(taskId, 'one'), instance.resume(taskId, 'two')]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const ended = (await logOf(instance, taskId)).filter(
      (entry) => entry.type === 'call-ended' && entry.callId === 'a',
    );
    expect(ended).toHaveLength(1);
  });
});

test('a user message to a paused task replaces the answer', async () => {
  await play({ supervisor: [[ask('a')], complete('as you say')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    const result = await instance.postMessage({ body: 'never mind', taskId });
    expect(result).toMatchObject({ status: 'complete', response: 'as you say', run: 1 });
    const ended = (await logOf(instance, taskId)).find((entry) => entry.type === 'call-ended' && entry.callId === 'a');
    expect(ended).toMatchObject({ result: { status: 'not-run', code: 'superseded' } });
  });
});

test('a pause survives a restart', async () => {
  await using store = await openStore('sqlite::memory:');
  const scenario = { supervisor: [[ask('a')]] };
  const first = await cast(scenario).instantiate({ store, userId: 'u-1' });
  const { taskId } = await first.postMessage({ body: 'go' });
  await first.shutdown();
  await using second = await cast({ supervisor: [complete('resumed')] }).instantiate({ store, userId: 'u-1' });
  expect(await second.answer(await second.resume(taskId, 'yes'))).toMatchObject({ response: 'resumed' });
});

function approving(lines: Parameters<typeof actor>[1], ran: string[]) {
  const action = {
    ...getWeather,
    execute: ({ city }: { city: string }) => {
      ran.push(city);
      return 'sunny';
    },
  };
  return swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [
      actor('boss', lines, {
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
        actions: [action as never],
      }),
    ],
    approvalTools: ['get_weather'],
  });
}

const weather = [{ tool: 'get_weather', input: { city: 'Oslo' }, callId: 'w' }];

test('an action that needs approval runs after a yes', async () => {
  const ran: string[] = [];
  await using store = await openStore('sqlite::memory:');
  await using instance = await approving([weather, complete('ok')], ran).instantiate({ store });
  const { taskId, status } = await instance.postMessage({ body: 'go' });
  expect([status, ran]).toEqual(['paused', []]);
  expect(await instance.answer(await instance.resume(taskId, { content: { approved: true } }))).toMatchObject({
    response: 'ok',
  });
  expect(ran).toEqual(['Oslo']);
});

test.each([[{ approved: false, reason: 'too far' }], ['no'], ['yes, but only on Sundays'], [null]])(
  'an action does not run after %j',
  async (content) => {
    const ran: string[] = [];
    await using store = await openStore('sqlite::memory:');
    await using instance = await approving([weather, complete('ok')], ran).instantiate({ store });
    const { taskId } = await instance.postMessage({ body: 'go' });
    expect(await instance.answer(await instance.resume(taskId, { content }))).toMatchObject({ response: 'ok' });
    expect(ran).toEqual([]);
    const ended = (await logOf(instance, taskId)).find((entry) => entry.type === 'call-ended' && entry.callId === 'w');
    expect(ended).toMatchObject({ result: { status: 'error', code: 'denied' } });
  },
);

const search = { name: 'search', description: 'Searches.', parameters: { type: 'object' } };

test('a tool of the caller pauses the run, and its result resumes it', async () => {
  let offered: string[] = [];
  const use = ({ tools }: { tools: { name: string }[] }) => {
    offered = tools.map((tool) => tool.name);
    return { calls: [{ tool: 'search', input: { q: 'x' }, callId: 's' }] };
  };
  await play({ supervisor: [use, complete('found')] }, async (instance) => {
    const { taskId, calls } = await instance.postMessage({ body: 'go', tools: [search] });
    expect(offered).toContain('search');
    expect(calls).toEqual([{ callId: 's', tool: 'search', input: { q: 'x' } }]);
    expect(await instance.answer(await instance.resume(taskId, 'here'))).toMatchObject({ response: 'found' });
  });
});

test.each(['send_request', 'ask_human'])('a tool of the caller may not be called %s', async (name) => {
  // Here `ask_human` is an action like any other.
  await play({ breakpointTools: [] }, async (instance) => {
    await expect(instance.submit({ body: 'go', tools: [{ ...search, name }] })).rejects.toMatchObject({
      code: 'tool_name_taken',
    });
  });
});

test('a breakpoint of the swarm that the caller also declares stays a breakpoint of the swarm', async () => {
  let offered: string[] = [];
  const use = ({ tools }: { tools: { name: string; description?: string }[] }) => {
    offered = tools.filter((tool) => ['ask_human', 'search'].includes(tool.name)).map((tool) => tool.description ?? '');
    return { calls: [ask('a')] };
  };
  await play({ supervisor: [use, complete('done')] }, async (instance) => {
    const declared = [{ ...search, name: 'ask_human' }, search];
    const { taskId, calls } = await instance.postMessage({ body: 'go', tools: declared });
    expect(offered).toEqual(['Asks a person.', 'Searches.']);
    expect(calls?.map((call) => call.callId)).toEqual(['a']);
    expect(await instance.answer(await instance.resume(taskId, 'yes'))).toMatchObject({ response: 'done' });
  });
});

test('a message that declares only breakpoints of the swarm brings no tools, so it may join a run', async () => {
  await play({ supervisor: [[ask('a')], complete('as you say')] }, async (instance) => {
    const declared = { tools: [{ ...search, name: 'ask_human' }] };
    const { taskId } = await instance.postMessage({ body: 'go', ...declared });
    expect(await instance.postMessage({ body: 'never mind', taskId, ...declared })).toMatchObject({
      response: 'as you say',
    });
  });
});

test('a stream ends at a pause, however long the pause lasts (Q11)', async () => {
  await play({ supervisor: [[ask('a')]] }, async (instance) => {
    const types: string[] = [];
    for await (const entry of instance.stream({ body: 'go' })) types.push(entry.type);
    expect(types.at(-1)).toBe('paused');
  });
});

test('a response format replaces the finish message', async () => {
  const format = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
  let schema: unknown;
  const answer = ({ tools }: { tools: { name: string; parameters: { properties?: unknown } }[] }) => {
    schema = tools.find((tool) => tool.name === 'task_complete')?.parameters.properties;
    return { calls: [{ tool: 'task_complete', input: { finish_message: { sum: 4 } } }] };
  };
  await play({ supervisor: [answer as never] }, async (instance) => {
    const { response } = await instance.postMessage({ body: 'go', responseFormat: format });
    expect(schema).toEqual({ finish_message: format });
    expect(JSON.parse(response)).toEqual({ sum: 4 });
  });
});

test('messages go to entrypoints only, unless an agent may be addressed directly', async () => {
  await play({}, async (instance) => {
    await expect(instance.submit({ body: 'x', entrypoint: 'weather' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(instance.submit({ body: 'x', entrypoint: 'wether' })).rejects.toThrow("did you mean 'weather'?");
  });
});

test('a fork starts from the task before a run, and leaves the task alone', async () => {
  const seen: number[] = [];
  await play({ supervisor: [complete('one'), complete('two'), complete('other two')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'first' });
    await instance.postMessage({ body: 'second', taskId });
    const fork = await instance.fork(taskId, { beforeRun: 2 });
    const result = await instance.postMessage({ body: 'differently', taskId: fork });
    expect(result).toMatchObject({ run: 1, response: 'other two' });
    seen.push((await logOf(instance, taskId)).filter((entry) => entry.type === 'run-ended').length);
    expect(outline(await logOf(instance, fork))[0]).toBe('notice forked');
    await expect(instance.fork(taskId, { beforeRun: 9 })).rejects.toMatchObject({ code: 'invalid_input' });
  });
  expect(seen).toEqual([2]);
});
