import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONObject } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Engine } from '../engine/engine.ts';
import { logOf } from '../__fixtures__/play.ts';
import { HAS_PYTHON, openFerry } from '../python/__fixtures__/ferry.ts';
import type { PythonBridgeOptions } from '../python/python-bridge.ts';
import { parseSwarmsJSON } from '../swarms-json/parse-swarms-json.ts';
import { SwarmInstance } from './swarm-instance.ts';

const action = (name: string, reference: string) => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { cars: { type: 'number', minimum: 1 } } },
  function: reference,
});

const FERRY = {
  name: 'ferry',
  version: '1.0.0',
  entrypoint: 'captain',
  exclude_tools: ['send_interrupt'],
  breakpoint_tools: ['ask_harbour'],
  actions: [
    action('fare', 'python::ferry.actions:fare'),
    action('spring_a_leak', 'python::ferry.actions:spring_a_leak'),
    action('sink', 'python::ferry.actions:sink'),
    action('ask_harbour', 'python::ferry.actions:fare'),
  ],
  agents: [
    {
      name: 'captain',
      factory: 'ferry.agents:Captain',
      comm_targets: ['mate'],
      actions: ['fare', 'spring_a_leak', 'sink', 'ask_harbour'],
      enable_entrypoint: true,
      can_complete_tasks: true,
      tool_format: 'completions',
      exclude_tools: ['help'],
      agent_params: {
        system: 'python::ferry.prompts:CAPTAIN',
        greeting: 'python::ferry.prompts:greet',
        channels: 'python::ferry.prompts:CHANNELS',
        deep: { plain: 'ferry.prompts:CAPTAIN', list: ['python::ferry.prompts:LIMITS', 7] },
      },
    },
    {
      name: 'mate',
      factory: 'python::ferry.agents:make_mate',
      comm_targets: ['captain'],
      agent_params: { system: 'Mate.' },
    },
  ],
};

let folder: string;
let store: Store;
let python: ReturnType<typeof openFerry>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-python-'));
  store = await openStore('sqlite::memory:');
  python = openFerry();
});
afterAll(async () => {
  await python[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function onFerry<Result>(
  scene: (instance: SwarmInstance) => Promise<Result>,
  { bridge = python, userId = 'anna' } = {},
): Promise<Result> {
  const [definition] = await parseSwarmsJSON(FERRY, { python: bridge });
  await using instance = await SwarmInstance.open(definition!, { store, userId });
  return await scene(instance);
}

type Message = JSONObject & { content?: string; output?: string };
const messagesIn = (text: string): Message[] => JSON.parse(text) as Message[];

/** Times of mail are of no interest. */
const timeless = (messages: Message[]): Message[] =>
  messages.map((message) =>
    typeof message.content === 'string'
      ? { ...message, content: message.content.replace(/<timestamp>[^<]+\+00:00</, '<timestamp>TIME<') }
      : message,
  );

const mail = (from: string, subject: string, body: string) => ({
  role: 'user',
  content: `\n<incoming_message>\n<timestamp>TIME</timestamp>\n<from ${from}\n<to>\n['<address type="agent">captain</address>']\n</to>\n<subject>${subject}</subject>\n<body>${body}</body>\n</incoming_message>\n`,
});

describe.skipIf(!HAS_PYTHON)('an agent in Python', () => {
  test('an agent is made with the keywords of the reference, and with what its parameters name', async () => {
    const { response } = await onFerry((instance) => instance.postMessage({ body: 'about' }));
    const { tools, ...about } = JSON.parse(response!) as JSONObject;
    expect(about).toEqual({
      name: 'captain',
      comm_targets: ['mate'],
      system: 'You run the ferry.\nGrüße an die Küste ⚓',
      greeting: 'Ahoy ferry',
      channels: '(12, 16)',
      tool_choice: 'required',
      turns: 1,
      rest: {
        enable_entrypoint: true,
        enable_interswarm: false,
        can_complete_tasks: true,
        tool_format: 'completions',
        exclude_tools: ['help', 'send_interrupt'],
        user_token: '',
        deep: { plain: 'ferry.prompts:CAPTAIN', list: [{ cars: 12, decks: [1, 2] }, 7] },
      },
    });
    expect(tools).toHaveLength(4);
    expect((tools as JSONObject[])[0]).toEqual({
      type: 'function',
      function: {
        name: 'fare',
        description: 'Does fare.',
        strict: true,
        parameters: {
          properties: { cars: { anyOf: [{ type: 'number' }, { type: 'null' }], title: 'Cars' } },
          required: ['cars'],
          title: 'fare',
          type: 'object',
          additionalProperties: false,
        },
      },
    });
  });

  test("parameters may name parts of the reference's own library, which the factory gets in Python", async () => {
    const base = join(folder, 'mail', 'factories');
    await mkdir(base, { recursive: true });
    await writeFile(join(base, 'base.py'), 'def LiteLLMAgentFunction(name):\n    return f"asks a model for {name}"\n');
    await using bridge = openFerry({ folders: [folder, join(import.meta.dirname, '../python/__fixtures__/code')] });
    const greeting = 'python::mail.factories.base:LiteLLMAgentFunction';
    const captain = { ...FERRY.agents[0]!, agent_params: { greeting } };
    const swarm = { ...FERRY, agents: [captain, FERRY.agents[1]!] };
    const [definition] = await parseSwarmsJSON(swarm, { python: bridge });
    await using instance = await SwarmInstance.open(definition!, { store, userId: 'anna' });
    const { response } = await instance.postMessage({ body: 'about' });
    expect(JSON.parse(response!)).toMatchObject({ greeting: 'asks a model for ferry' });
  });

  test('what an address gives names no Python code, whatever it begins with', async () => {
    const captain = { ...FERRY.agents[0]!, agent_params: { system: 'url::https://prompts.example/captain' } };
    const swarm = { ...FERRY, agents: [captain, FERRY.agents[1]!] };
    const fetchText = async () => 'python::os:environ';
    await expect(parseSwarmsJSON(swarm, { python, fetchText })).rejects.toMatchObject({
      details: [
        {
          path: 'agents.0.agent_params.system',
          message: "what it stands for begins with 'python::', and only the file itself may name Python code",
        },
      ],
    });
  });

  test('an agent whose parameters name a model counts as a call of that model, and others as none', async () => {
    const [captain, mate] = FERRY.agents;
    for (const [llm, models] of [
      ['openai/gpt-5-mini', ['openai/gpt-5-mini']],
      [undefined, []],
    ] as const) {
      const named = { ...captain!, agent_params: { ...captain!.agent_params, ...(llm === undefined ? {} : { llm }) } };
      const [definition] = await parseSwarmsJSON({ ...FERRY, agents: [named, mate!] }, { python });
      await using instance = await SwarmInstance.open(definition!, { store, userId: 'paying' });
      const { taskId } = await instance.postMessage({ body: 'task_complete {"finish_message": "done"}' });
      const told = (await logOf(instance, taskId)).filter((entry) => entry.type === 'usage');
      expect(told.map(({ model }) => model)).toEqual(models);
    }
  });

  test('an agent is made once for each user', async () => {
    const turnsOf = async (instance: SwarmInstance): Promise<number> => {
      const { response } = await instance.postMessage({ body: 'about' });
      return (JSON.parse(response!) as { turns: number }).turns;
    };
    const [definition] = await parseSwarmsJSON(FERRY, { python });
    await using anna = await SwarmInstance.open(definition!, { store, userId: 'anna' });
    await using bert = await SwarmInstance.open(definition!, { store, userId: 'bert' });
    expect([await turnsOf(anna), await turnsOf(bert), await turnsOf(anna)]).toEqual([1, 1, 2]);
  });

  test('an agent is made with the token of its user, and anew for another one', async () => {
    const [definition] = await parseSwarmsJSON(FERRY, { python });
    const about = async (userToken: string) => {
      await using instance = await SwarmInstance.open(definition!, { store, instanceParams: { userToken } });
      const { response } = await instance.postMessage({ body: 'about' });
      const { turns, rest } = JSON.parse(response!) as { turns: number; rest: JSONObject };
      return [rest.user_token, turns];
    };
    expect([await about('first'), await about('first'), await about('second')]).toEqual([
      ['first', 1],
      ['first', 2],
      ['second', 1],
    ]);
  });

  test('a turn fails when the factory takes a token that is not known, unless the agent was made before', async () => {
    const [definition] = await parseSwarmsJSON(FERRY, { python });
    const userToken = vi.fn<() => string | undefined>(() => undefined);
    await using engine = await Engine.start({ store, swarms: [definition!], userToken });
    const instance = new SwarmInstance(definition!, { swarm: 'ferry', role: 'user', id: 'carla' }, engine);
    const letter = { target: 'mate', subject: 'order', body: 'cast off' };
    const answer = async () => {
      const { response } = await instance.postMessage({ body: `send_request ${JSON.stringify(letter)}` });
      return messagesIn(response!).at(-1)!.content!;
    };
    expect(await answer()).toContain(
      "the factory 'ferry.agents:make_mate' takes user_token, which is not known: tokens are kept in memory only",
    );
    userToken.mockReturnValue('carla-1');
    expect(await answer()).toContain(' as carla-1');
    userToken.mockReturnValue(undefined);
    expect(await answer()).toContain(' as carla-1');
  });

  test('reads mail, its own words and results exactly as in the reference', async () => {
    const { response, taskId } = await onFerry((instance) =>
      instance.postMessage({ body: 'fare {"cars": 2}', subject: 'New Message' }),
    );
    expect(taskId).not.toBe('');
    expect(timeless(messagesIn(response!))).toEqual([
      mail('type="user">anna</from>', 'New Message', 'fare {"cars": 2}'),
      {
        role: 'assistant',
        content: '',
        thinking: { kept: ['word', 'for', 'word'] },
        tool_calls: [{ id: 'captain-0-0', type: 'function', function: { name: 'fare', arguments: '{"cars": 2}' } }],
      },
      { role: 'tool', name: 'fare', content: 'SUCCESS: 25.0', tool_call_id: 'captain-0-0' },
      mail('type="system">ferry</from>', '::action_complete::', 'Action completed successfully'),
    ]);
  });

  test('an agent is woken after a failed action as in the reference, and told of an outcome that is unknown', async () => {
    await using bridge = openFerry();
    await onFerry(
      async (instance) => {
        const failed = await instance.postMessage({ body: 'spring_a_leak {}' });
        const sentence = 'ERROR: failed to execute action tool: the hull leaks';
        const seen = [
          { role: 'tool', name: 'spring_a_leak', content: sentence, tool_call_id: 'captain-0-0' },
          mail('type="system">ferry</from>', '::action_complete::', 'Action completed successfully'),
        ];
        expect(timeless(messagesIn(failed.response!)).slice(2)).toEqual(seen);
        const again = await instance.postMessage({ body: 'history', taskId: failed.taskId });
        expect(timeless(messagesIn(again.response!)).slice(2, 4)).toEqual(seen);
        const sunk = await instance.postMessage({ body: 'sink {}' });
        expect(messagesIn(sunk.response!).at(-1)!.content).toContain('<subject>::action_error::</subject>');
      },
      { bridge },
    );
  });

  test('an agent is told which tool it has to call in the words of the reference', async () => {
    const stoker = { ...FERRY.agents[0]!, factory: 'ferry.agents:make_stoker', agent_params: {} };
    const swarm = { ...FERRY, limits: { turns: 2 }, agents: [stoker, FERRY.agents[1]!] };
    const [definition] = await parseSwarmsJSON(swarm, { python });
    await using instance = await SwarmInstance.open(definition!, { store, userId: 'anna' });
    const { response } = await instance.postMessage({ body: 'go' });
    expect(JSON.parse(response!)).toEqual({ type: 'function', name: 'task_complete' });
  });

  test('tools that the provider of an agent has run are shown to readers, and not run again', async () => {
    await onFerry(async (instance) => {
      const search = { query: 'tides', status: 'completed' };
      const body = `web_search_call ${JSON.stringify(search)}\ntask_complete {"finish_message": "found"}`;
      const { response, taskId } = await instance.postMessage({ body });
      expect(response).toBe('found');
      expect((await logOf(instance, taskId)).find((entry) => entry.type === 'call-ended')).toMatchObject({
        tool: 'web_search_call',
        kind: 'builtin',
        input: search,
        result: { status: 'success' },
      });
      const { response: history } = await instance.postMessage({ body: 'history', taskId });
      const results = messagesIn(history!).filter(({ role }) => role === 'tool');
      expect(results.map(({ name }) => name)).toEqual(['task_complete']);
    });
  });

  test('escapes nothing in the mail that it reads', async () => {
    const { response } = await onFerry((instance) =>
      instance.postMessage({ body: 'fare {"cars": 2, "note": "a < b & c <i>"}' }),
    );
    expect(messagesIn(response!)[0]!.content).toContain('"a < b & c <i>"');
  });

  test('exchanges mail with another, whose reasoning is in the log', async () => {
    await onFerry(async (instance) => {
      const letter = { target: 'mate', subject: 'order', body: 'cast off' };
      const { response, taskId } = await instance.postMessage({ body: `send_request ${JSON.stringify(letter)}` });
      const answer = messagesIn(response!).at(-1)!.content!;
      expect(answer).toContain('<from type="agent">mate</from>');
      expect(answer).toContain('Mate. [{');
      const call = (await logOf(instance, taskId)).find((entry) => entry.type === 'call' && entry.agent === 'mate');
      expect(call).toMatchObject({ reasoning: 'first\n\nsecond', tool: 'send_response' });
      // The second time, the mate is shown what it said before, in its own format.
      const again = await instance.postMessage({ body: `send_request ${JSON.stringify(letter)}`, taskId });
      const told = messagesIn(again.response!).at(-1)!.content!;
      expect(told).toContain('"extra": 1');
      expect(told).toContain('"type": "function_call_output"');
    });
  });

  test('reads the answer of a person word for word', async () => {
    await onFerry(async (instance) => {
      const { taskId, status } = await instance.postMessage({ body: 'ask_harbour {"cars": 2}' });
      expect(status).toBe('paused');
      const { response } = await instance.answer(await instance.resume(taskId, 'sail'));
      expect(messagesIn(response!)).toContainEqual({
        role: 'tool',
        name: 'ask_harbour',
        content: 'sail',
        tool_call_id: 'captain-0-0',
      });
    });
  });

  test.each([
    ['raises', 'raise', 'the captain is ill'],
    [
      'calls a tool with infinity',
      'inf',
      'JSON cannot say the calls that the agent returned: Out of range float values',
    ],
    ['calls a tool with minus infinity', '-inf', 'JSON cannot say the calls that the agent returned'],
    ['calls a tool with NaN', 'nan', 'JSON cannot say the calls that the agent returned'],
    ['has NaN in its completion', 'nan in completion', 'JSON cannot say the calls that the agent returned'],
    [
      'gives the wrong types',
      'text',
      "agent 'captain' returned calls that are not as an AgentToolCall: ✖ Invalid input: expected record, received string\n  → at [0].tool_args\n✖ Invalid input: expected array, received string\n  → at [0].reasoning",
    ],
    ['gives back no calls', 'nothing', 'returned no tool calls; at least one tool call is required'],
  ])('an agent that %s ends the run with an error that says so', async (_, body, sentence) => {
    const { status, response } = await onFerry((instance) => instance.postMessage({ body }));
    expect(status).toBe('error');
    expect(response).toContain(sentence);
  });

  test('an agent is asked again when its process ends before it has answered', async () => {
    const environment = { FERRY_NOTE: join(folder, 'drowned') };
    await using bridge = openFerry({ environment } satisfies PythonBridgeOptions);
    const { response } = await onFerry((instance) => instance.postMessage({ body: 'drown' }), { bridge });
    expect(response).toBe('afloat');
    expect(bridge.events.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
  });

  test('an agent reads in manual mode what others said and the payload, as bare text', async () => {
    const listener = { name: 'listener', factory: 'ferry.agents:make_listener', comm_targets: ['mate'] };
    const swarm = {
      ...FERRY,
      entrypoint: 'listener',
      agents: [{ ...listener, enable_entrypoint: true, can_complete_tasks: true }, ...FERRY.agents],
    };
    const [definition] = await parseSwarmsJSON(swarm, { python });
    await using instance = await SwarmInstance.open(definition!, { store, userId: 'anna', mode: 'manual' });
    const { taskId } = await instance.submit({ body: 'Begin < here.' });
    const { message } = await instance.manualStep({ taskId, target: 'listener', payload: 'Speak & sing.' });
    const first = '<private_message>\n<from>anna</from>\nBegin < here.\n</private_message>\n\n\nSpeak & sing.';
    expect(JSON.parse(message!.message.body)).toEqual([{ role: 'user', content: first }]);
    await instance.submit({ taskId, body: 'More.' });
    const next = await instance.manualStep({ taskId, target: 'listener' });
    expect(messagesIn(next.message!.message.body).filter(({ role }) => role === 'user')).toEqual([
      { role: 'user', content: first },
      { role: 'user', content: '<private_message>\n<from>anna</from>\nMore.\n</private_message>' },
    ]);
  });

  test('an agent is shown the same history by another process', async () => {
    const { taskId } = await onFerry((instance) => instance.postMessage({ body: 'fare {"cars": 2}' }));
    await using bridge = openFerry();
    const { response } = await onFerry((instance) => instance.postMessage({ body: 'history', taskId }), { bridge });
    const roles = messagesIn(response!).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'user']);
  });
});
