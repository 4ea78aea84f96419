/** Behaviour in which other MAIL servers are known to go wrong, and where no other test names it. */
import { startScriptedLLM } from '@posthouse/testkit';
import { openStore } from '@posthouse/store';
import { mailMessageWire, priorityTier } from '@posthouse/protocol';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { actor, cast, complete, logOf, outline, play, request, respond, wait } from '../__fixtures__/play.ts';
import { agent } from '../definitions/agent.ts';
import { readTurn } from '../task/turn-data.ts';
import { swarm } from '../swarm.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('mail of an admin comes after mail of the system (Q2)', async () => {
  await using store = await openStore('sqlite::memory:');
  await using instance = await cast({}).instantiate({ store, userId: 'root', role: 'admin' });
  const message = instance.buildMessage({ body: 'x', taskId: 't' });
  expect(message.message.sender).toEqual({ addressType: 'admin', address: 'root' });
  expect(priorityTier(message)).toBe(2);
  expect(mailMessageWire.emit(message).msg_type).toBe('request');
});

test("a supervisor's model calls carry the user's token to the proxy (Q24)", async () => {
  await using llm = await startScriptedLLM({
    script: [{ toolCalls: [{ name: 'task_complete', input: { finish_message: 'ok' } }] }],
  });
  vi.stubEnv('LITELLM_PROXY_API_BASE', `${llm.url}/v1`);
  await using store = await openStore('sqlite::memory:');
  const boss = agent({
    name: 'boss',
    model: 'openai/gpt-5',
    useProxy: true,
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  const team = swarm({ name: 'team', version: '1.0.0', entrypoint: 'boss', agents: [boss] });
  await using instance = await team.instantiate({ store, instanceParams: { userToken: 'token-of-ada' } });
  expect((await instance.postMessage({ body: 'go' })).response).toBe('ok');
  expect(llm.requests[0]!.headers.authorization).toBe('Bearer token-of-ada');
});

test.each(['responses', 'completions'] as const)(
  'an agent on the OpenAI %s API has its prompt, its MAIL tools and its history (Q25)',
  async (toolFormat) => {
    await using llm = await startScriptedLLM({
      script: [
        {
          toolCalls: [{ name: 'send_request', input: { target: 'math', subject: 'Sum', body: '2 + 2' } }],
          expect: { system: /You lead/ },
        },
        {
          toolCalls: [{ name: 'task_complete', input: { finish_message: 'four' } }],
          expect: { lastUserText: /^four$/m },
        },
      ],
    });
    vi.stubEnv('OPENAI_BASE_URL', `${llm.url}/v1`);
    vi.stubEnv('OPENAI_API_KEY', 'not needed');
    await using store = await openStore('sqlite::memory:');
    const team = swarm({
      name: 'team',
      version: '1.0.0',
      entrypoint: 'boss',
      agents: [
        agent({
          name: 'boss',
          model: 'openai/gpt-5',
          toolFormat,
          system: 'You lead.',
          commTargets: ['math'],
          enableEntrypoint: true,
          canCompleteTasks: true,
        }),
        actor('math', [[respond('boss', 'Re: Sum', 'four')]], { commTargets: ['boss'] }),
      ],
    });
    await using instance = await team.instantiate({ store });
    expect((await instance.postMessage({ body: 'What is 2 + 2?' })).response).toBe('four');
    expect(llm.requests[0]!.tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['send_request', 'send_response', 'task_complete']),
    );
    expect(llm.requests[1]!.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
  },
);

describe('finished tasks (Q32)', () => {
  test('finished tasks are released: no process owns them any more', async () => {
    await using store = await openStore('sqlite::memory:');
    await using instance = await cast({ supervisor: Array.from({ length: 20 }, () => complete('done')) }).instantiate({
      store,
    });
    await Promise.all(Array.from({ length: 20 }, () => instance.postMessage({ body: 'go' })));
    await expect.poll(async () => (await instance.tasks()).filter((task) => task.node !== null)).toEqual([]);
    expect(await instance.tasks()).toHaveLength(20);
  });
});

test('a history that is read after a restart has every turn once (Q35)', async () => {
  await using store = await openStore('sqlite::memory:');
  for (const answer of ['one', 'two', 'three']) {
    await using instance = await cast({ supervisor: [complete(answer)] }).instantiate({ store, userId: 'u-1' });
    await instance.postMessage({ body: answer, taskId: 't' });
  }
  const task = await store.find({ swarm: 'swarm-alpha', role: 'user', id: 'u-1' }, 't');
  const turns = (await store.history(task!.key, 'supervisor')).map((turn) =>
    readTurn(turn).inputs.map((input) => input.message.body),
  );
  expect(turns).toEqual([['one'], ['two'], ['three']]);
});

test('a broadcast to several agents is one message, taken once by each (Q48)', async () => {
  const announce = [{ tool: 'send_broadcast', input: { subject: 'News', body: 'b', targets: [] } }, wait];
  const scenario = {
    supervisor: [announce, [wait], complete('heard')],
    weather: [[respond('supervisor', 'w')]],
    math: [
      async () => (await new Promise((resolve) => setTimeout(resolve, 20)), { calls: [respond('supervisor', 'm')] }),
    ],
  };
  await play(scenario, async (instance) => {
    const { taskId, response } = await instance.postMessage({ body: 'go', timeoutMs: 5_000 });
    expect(response).toBe('heard');
    const heard = (await logOf(instance, taskId)).filter(
      (entry) => entry.type === 'message' && entry.message.message.subject === 'News',
    );
    expect(new Set(heard.map((entry) => entry.type === 'message' && entry.message.id)).size).toBe(1);
    expect(heard.map((entry) => entry.type === 'message' && entry.to).toSorted()).toEqual(['math', 'weather']);
  });
});

test('a definition can be instantiated many times (Q52)', async () => {
  const team = cast({ supervisor: [complete('one'), complete('two')], weather: [[request('supervisor')]] });
  await using store = await openStore('sqlite::memory:');
  await using ada = await team.instantiate({ store, userId: 'ada' });
  await using bob = await team.instantiate({ store, userId: 'bob' });
  const answers = [
    await ada.postMessage({ body: 'go', taskId: 'same' }),
    await bob.postMessage({ body: 'go', taskId: 'same' }),
  ];
  expect(answers.map((answer) => answer.response)).toEqual(['one', 'two']);
  expect(outline(await logOf(ada, 'same')).at(-1)).toBe('run 1 complete: one');
});
