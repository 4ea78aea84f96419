import type { JSONObject } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import type { AgentFunctionInput } from '../definitions/agent-function.ts';
import type { Agent } from '../definitions/agent.ts';
import { fullLibrary, reportOf, root, soloJSON } from './__fixtures__/samples.ts';
import type { LoadOptions } from './load-options.ts';
import { parseSwarmsJSON } from './parse-swarms-json.ts';

const library = fullLibrary();

async function loadAgent(agent: object, options: LoadOptions = {}): Promise<Agent> {
  const [definition] = await parseSwarmsJSON(soloJSON(agent), { root, library, ...options });
  return definition!.agents[0]!;
}

function withParams(agent_params: JSONObject, more: object = {}): object {
  return { agent_params: { llm: 'scripted/clerk', ...agent_params }, ...more };
}

describe('an agent of the file', () => {
  test('an agent of the file has our names for its options', async () => {
    const loaded = await loadAgent({
      description: 'Stands behind the counter.',
      enable_interswarm: true,
      direct: true,
      tool_format: 'completions',
      exclude_tools: ['help'],
      agent_params: {
        llm: 'anthropic/claude-haiku-4-5',
        system: 'You sort letters.',
        reasoning_effort: 'minimal',
        thinking_budget: 2000,
        max_tokens: 6000,
        temperature: 0,
        default_tool_choice: 'required',
        use_proxy: true,
        exclude_tools: ['await_message'],
        provider_options: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      },
    });
    expect(loaded).toEqual({
      name: 'clerk',
      description: 'Stands behind the counter.',
      model: 'anthropic/claude-haiku-4-5',
      system: 'You sort letters.',
      commTargets: [],
      actions: [],
      enableEntrypoint: true,
      enableInterswarm: true,
      canCompleteTasks: true,
      direct: true,
      excludeTools: ['help', 'await_message'],
      toolFormat: 'completions',
      reasoningEffort: 'minimal',
      thinkingBudget: 2000,
      maxTokens: 6000,
      temperature: 0,
      defaultToolChoice: 'required',
      useProxy: true,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    });
  });

  test('an agent of the file has only what the file says, besides the defaults', async () => {
    expect(await loadAgent({})).toEqual({
      name: 'clerk',
      model: 'scripted/clerk',
      system: '',
      commTargets: [],
      actions: [],
      enableEntrypoint: true,
      enableInterswarm: false,
      canCompleteTasks: true,
      direct: false,
      excludeTools: [],
    });
  });

  test('an agent of the file may have nulls for missing values', async () => {
    const nulls = { description: null, factory: null, tool_format: null, actions: null };
    const params = { reasoning_effort: null, thinking_budget: null, max_tokens: null, default_tool_choice: null };
    expect(await loadAgent(withParams(params, nulls))).toEqual(await loadAgent({}));
  });

  test('accepts model for llm, and prefers llm', async () => {
    expect((await loadAgent({ agent_params: { model: 'openai/a' } })).model).toBe('openai/a');
    expect((await loadAgent({ agent_params: { llm: 'openai/b', model: 'openai/a' } })).model).toBe('openai/b');
  });

  test('takes tool_format from its parameters if it has none itself', async () => {
    expect((await loadAgent(withParams({ tool_format: 'responses' }))).toolFormat).toBe('responses');
    expect((await loadAgent(withParams({ tool_format: 'responses' }, { tool_format: 'completions' }))).toolFormat).toBe(
      'completions',
    );
  });
});

describe('invalid settings of an agent', () => {
  test('all invalid settings of an agent are reported', async () => {
    const { problems } = await reportOf(
      soloJSON(
        withParams({
          reasoning_effort: 'maximal',
          thinking_budget: -1,
          max_tokens: 1.5,
          temperature: 'hot',
          use_proxy: 'yes',
          system: 7,
          provider_options: { openai: 'fast' },
        }),
      ),
    );
    expect(problems.map(({ path }) => path).toSorted()).toEqual([
      'agents.0.agent_params.max_tokens',
      'agents.0.agent_params.provider_options.openai',
      'agents.0.agent_params.reasoning_effort',
      'agents.0.agent_params.system',
      'agents.0.agent_params.temperature',
      'agents.0.agent_params.thinking_budget',
      'agents.0.agent_params.use_proxy',
    ]);
  });

  test('settings are checked after their references are resolved', async () => {
    const { problems } = await reportOf(soloJSON(withParams({ system: 'module::./tools.ts:prompts.number' })));
    expect(problems).toEqual([
      { path: 'agents.0.agent_params.system', message: 'must be a string, but it is the number 7' },
    ]);
  });

  test('invalid settings do not hide a missing model, which is reported in its place', async () => {
    const nothing = 'module::./tools.ts:prompts.nothing';
    for (const agent_params of [{}, null, { system: 'Hello.' }, { llm: null }, { llm: nothing }, { model: nothing }]) {
      const agent = { agent_params };
      const { problems } = await reportOf(soloJSON(agent));
      expect(problems).toEqual([
        {
          path: 'agents.0.agent_params.llm',
          message: "agent 'clerk' needs a model here, such as 'openai/gpt-5-mini'",
        },
      ]);
    }
  });
});

describe('the model of an agent', () => {
  test('a missing model is reported beside other mistakes', async () => {
    const { problems } = await reportOf(soloJSON({ agent_params: { temperature: -1 }, actions: ['nothing'] }));
    expect(problems.map(({ path }) => path)).toEqual([
      'agents.0.agent_params.temperature',
      'agents.0.actions.0',
      'agents.0.agent_params.llm',
    ]);
  });

  test.each([7, '', 'python::my.models:BEST', 'module::./tools.ts:prompts.number'])(
    'a model is reported once if it is %j',
    async (llm) => {
      const { problems } = await reportOf(soloJSON({ agent_params: { llm } }));
      expect(problems.map(({ path }) => path)).toEqual(['agents.0.agent_params.llm']);
    },
  );

  test('a broken factory does not make the model count as missing', async () => {
    const { problems } = await reportOf(soloJSON({ factory: 'module::./tools.ts:nobody', agent_params: {} }));
    expect(problems.map(({ path }) => path)).toEqual(['agents.0.factory']);
  });
});

describe('the factories of the reference', () => {
  test.each([
    'python::mail.factories.base:LiteLLMAgentFunction',
    'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
    'mail.factories.base:base_agent_factory',
    'mail.factories:supervisor_factory',
    'python::mail.examples.weather_dummy.agent:LiteLLMWeatherFunction',
    'python::mail.examples.data_analysis.analyst.agent:LiteLLMAnalystFunction',
  ])('%s makes an agent with a model, which uses the proxy unless told otherwise', async (factory) => {
    expect(await loadAgent({ factory })).toMatchObject({ model: 'scripted/clerk', useProxy: true });
    expect(await loadAgent(withParams({ use_proxy: false }, { factory }))).toMatchObject({ useProxy: false });
  });

  test('name models without a provider if they call OpenAI themselves', async () => {
    const factory = 'python::mail.stdlib.openai.agents:OpenAIChatCompletionsAgentFunction';
    const loaded = await loadAgent({ factory, agent_params: { model: 'gpt-5-mini' } });
    expect(loaded).toMatchObject({ model: 'openai/gpt-5-mini', toolFormat: 'completions' });
    expect(loaded).not.toHaveProperty('useProxy');
    expect((await loadAgent({ factory, agent_params: { model: 'azure/gpt-5' } })).model).toBe('azure/gpt-5');
  });

  test('the flags decide about tools, not the factories of the reference (Q22)', async () => {
    const plain = await loadAgent({
      factory: 'python::mail.examples.support.coordinator.agent:LiteLLMCoordinatorFunction',
    });
    expect(plain.canCompleteTasks).toBe(true);
  });
});

describe('factories of the user', () => {
  test('a factory may make a function to run', async () => {
    const loaded = await loadAgent({ factory: 'module::./tools.ts:echo', agent_params: { llm: 'x', district: 4 } });
    expect(loaded.model).toBeUndefined();
    expect(await loaded.run!({} as AgentFunctionInput)).toEqual({ text: 'clerk {"llm":"x","district":4}' });
  });

  test('a factory may change the options', async () => {
    const loaded = await loadAgent({ factory: 'module::./tools.ts:changed' });
    expect(loaded).toMatchObject({ name: 'clerk', model: 'scripted/clerk', description: 'Changed by its factory.' });
  });

  test('a factory may have parameters of its own', async () => {
    const { warnings } = await reportOf(
      soloJSON({ factory: 'module::./tools.ts:echo', agent_params: { district: 4, reference: 'plain text' } }),
    );
    expect(warnings).toEqual([]);
  });

  test.each([
    ['another name', 'module::./tools.ts:renamed', "must give a function to run, or options of the agent 'clerk'"],
    ['a failure', 'module::./tools.ts:failing', 'the factory is on strike'],
    ['no function', 'module::./tools.ts:prompts', 'is not an agent factory'],
    ['a function that is no factory', 'module::./tools.ts:deliver', 'must give a function to run'],
    ['Python', 'python::my.agents:Clerk', 'is Python code, which does not run here'],
    ['bare Python', 'my.agents:Clerk', "'python::my.agents:Clerk' is Python code"],
    ['an address', 'url::https://example.org/agent.js', 'code is never loaded from an address'],
    ['no reference', 'Clerk', "'Clerk' is not a reference"],
  ])('a factory is reported for %s', async (_, factory, reason) => {
    const { problems } = await reportOf(soloJSON({ factory }));
    expect(problems).toEqual([{ path: 'agents.0.factory', message: expect.stringContaining(reason) as string }]);
  });

  test('factories are refused in an untrusted swarm', async () => {
    const { problems } = await reportOf(soloJSON({ factory: 'module::./tools.ts:echo' }), { trusted: false });
    expect(problems).toEqual([{ path: 'agents.0.factory', message: expect.stringContaining('is refused') as string }]);
  });
});

describe('prompts of agents', () => {
  test('come from the library, from modules, or from an address', async () => {
    const fetchText = async () => 'Fetched.';
    const system = async (text: string) => (await loadAgent(withParams({ system: text }), { fetchText })).system;
    expect(await system('python::mail.examples.math_dummy.prompts:SYSPROMPT')).toContain('examples/math:systemPrompt');
    expect(await system('module::./tools.ts:prompts.clerk')).toBe('You stand behind the counter of {swarm}.');
    expect(await system('url::https://example.org/prompt')).toBe('Fetched.');
    expect(await system('Just text: python::not.a:reference')).toBe('Just text: python::not.a:reference');
  });

  test('a prompt that cannot be loaded is a problem', async () => {
    const { problems } = await reportOf(soloJSON(withParams({ system: 'url::https://example.org/prompt' })));
    expect(problems).toEqual([
      { path: 'agents.0.agent_params.system', message: expect.stringContaining('`fetchText`') as string },
    ]);
  });
});
