import type { LanguageModel } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  burn,
  clerk,
  postmaster,
  sampleOptions,
  scale,
  stamp,
  weigh,
} from '../definitions/__fixtures__/sample-swarm.ts';
import type { AnyAction } from '../definitions/action.ts';
import type { AgentOptions } from '../definitions/agent.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import type { SwarmDefinition, SwarmOptions } from '../definitions/swarm-definition.ts';
import { fullLibrary, root } from './__fixtures__/samples.ts';
import { loadSwarmsFile } from './load-swarms-file.ts';
import { parseSwarmsJSON } from './parse-swarms-json.ts';
import { toSwarmJSON } from './to-swarm-json.ts';

const known: AnyAction[] = [stamp, weigh, burn];

function define(changes: Partial<SwarmOptions> = {}): SwarmDefinition {
  const agents = [postmaster({ commTargets: ['clerk'] }), clerk()];
  return defineSwarm(sampleOptions({ agents, ...changes }));
}

async function roundTrip(definition: SwarmDefinition): Promise<SwarmDefinition> {
  const { swarm } = toSwarmJSON(definition);
  const [same] = await parseSwarmsJSON(JSON.stringify(swarm), { actions: known });
  return same!;
}

describe('toSwarmJSON', () => {
  test('writes the format of swarms files, without default values', () => {
    expect(toSwarmJSON(define()).swarm).toEqual({
      name: 'post-office',
      version: '1.0.0',
      entrypoint: 'postmaster',
      agents: [
        {
          name: 'postmaster',
          comm_targets: ['clerk'],
          enable_entrypoint: true,
          can_complete_tasks: true,
          agent_params: { llm: 'scripted/postmaster', system: 'You lead {swarm}.' },
        },
        {
          name: 'clerk',
          comm_targets: ['postmaster'],
          actions: ['stamp_letter'],
          agent_params: { llm: 'scripted/clerk' },
        },
      ],
    });
  });

  test('writes everything that can be written', async () => {
    const settings: Partial<AgentOptions> = {
      description: 'Stamps.',
      direct: true,
      enableInterswarm: true,
      toolFormat: 'responses',
      excludeTools: ['help'],
      reasoningEffort: 'high',
      thinkingBudget: 1000,
      maxTokens: 5000,
      temperature: 0,
      defaultToolChoice: 'auto',
      useProxy: false,
      providerOptions: { openai: { store: false, nested: { list: [0, '', null] } } },
    };
    const definition = define({
      agents: [postmaster({ commTargets: ['clerk', 'clerk@annex'] }), clerk(settings)],
      description: 'Sorts letters.',
      keywords: ['mail'],
      public: true,
      enableInterswarm: true,
      actions: [burn],
      breakpointTools: ['stamp_letter', 'help'],
      approvalTools: ['burn_letter'],
      excludeTools: ['await_message'],
      limits: { messages: 5, cost: 0.1 },
      prices: { 'scripted/clerk': { input: 0, output: 2, cacheRead: 0 } },
    });
    expect(await roundTrip(definition)).toEqual(definition);
  });

  test('shares nothing with the definition', () => {
    const definition = define({ keywords: ['mail'] });
    const { swarm } = toSwarmJSON(definition);
    swarm.keywords!.push('more');
    swarm.agents[0]!.comm_targets.push('nobody');
    expect(definition.keywords).toEqual(['mail']);
    expect(definition.agents[0]!.commTargets).toEqual(['clerk']);
  });

  test('reads back a file that was loaded', async () => {
    const library = fullLibrary();
    const [, annex] = await loadSwarmsFile(`${root}/post-office.json`, { library });
    expect(await roundTrip(annex!)).toEqual(annex);
  });

  test('writes actions of the library as references to it', async () => {
    const library = fullLibrary();
    const calculate = library.actions['examples/math:calculateExpression']!;
    const definition = define({ agents: [postmaster({ commTargets: ['clerk'] }), clerk({ actions: [calculate] })] });
    const { swarm, omitted } = toSwarmJSON(definition, { library });
    expect(swarm.action_imports).toEqual(['library::examples/math:calculateExpression']);
    expect(omitted).toEqual([]);
    const [same] = await parseSwarmsJSON(swarm, { library, trusted: false });
    expect(same!.agents[1]!.actions).toEqual([calculate]);
  });
});

describe('parts of a swarm that cannot be written', () => {
  test('parts that cannot be written are reported, each with its place', () => {
    const model = { specificationVersion: 'v3' } as unknown as LanguageModel;
    const definition = define({
      agents: [
        postmaster({ model, providerTools: { web_search: {} } }),
        clerk({ system: 'python::looks.like:a reference' }),
        scale({ actions: [weigh, stamp] }),
      ],
      actions: [burn],
    });
    const { swarm, omitted } = toSwarmJSON(definition);
    expect(omitted.map(({ path }) => path)).toEqual([
      'agents.0.model',
      'agents.0.providerTools',
      'agents.1.system',
      'agents.2.run',
      'agents.1.actions.0',
      'agents.2.actions.0',
      'actions.0',
    ]);
    expect(omitted.map(({ message }) => message)).toContain(
      "the code of the action 'stamp_letter'; give it to the loader in `actions`",
    );
    expect(JSON.parse(JSON.stringify(swarm))).toEqual(swarm);
    expect(swarm.agents[0]!.agent_params).not.toHaveProperty('llm');
  });

  test('parts that cannot be written are reported once, however many agents share them', () => {
    const agents = [postmaster({ actions: [stamp] }), clerk(), scale({ actions: [stamp] })];
    const { omitted } = toSwarmJSON(define({ agents, actions: [stamp] }));
    expect(omitted.filter(({ message }) => message.includes('stamp_letter'))).toHaveLength(1);
  });

  test('a swarm without code can be written whole', () => {
    expect(toSwarmJSON(define({ agents: [postmaster({ commTargets: [] })] })).omitted).toEqual([]);
  });

  test('loading the written file reports what is missing', async () => {
    const { swarm } = toSwarmJSON(
      define({ agents: [postmaster({ commTargets: ['scale'] }), scale({ commTargets: ['postmaster'] })] }),
    );
    await expect(parseSwarmsJSON(swarm)).rejects.toMatchObject({
      details: [
        { path: 'agents.1.actions.0', message: "there is no action 'weigh_parcel'." },
        { path: 'agents.1.agent_params.llm', message: expect.stringContaining('needs a model here') as string },
      ],
    });
  });
});

test('any swarm without code is the same after a round trip', async () => {
  const text = fc.string().map((value) => value.replaceAll('::', ':'));
  const settings = fc.record(
    {
      description: text.filter((value) => value !== ''),
      system: text,
      model: fc.constantFrom('openai/gpt-5-mini', 'scripted/a'),
      enableInterswarm: fc.boolean(),
      direct: fc.boolean(),
      canCompleteTasks: fc.boolean(),
      actions: fc.subarray(known),
      excludeTools: fc.subarray(['help', 'await_message', 'stamp_letter']),
      toolFormat: fc.constantFrom('completions', 'responses'),
      reasoningEffort: fc.constantFrom('minimal', 'high'),
      thinkingBudget: fc.integer({ min: 1, max: 100_000 }),
      temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => Math.abs(value)),
      useProxy: fc.boolean(),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Partial<AgentOptions>>;
  const swarm = fc.record({
    description: text,
    keywords: fc.array(text),
    public: fc.boolean(),
    enableInterswarm: fc.constant(true),
    breakpointTools: fc.subarray(['help', 'send_request']),
    limits: fc.record(
      {
        turns: fc.integer({ min: 1 }),
        cost: fc.double({ min: 0.01, noNaN: true, noDefaultInfinity: true }),
        resultBytes: fc.integer({ min: 1 }),
        textBytes: fc.integer({ min: 1 }),
      },
      { requiredKeys: [] },
    ),
  });
  const targets = fc.subarray(['postmaster', 'clerk', 'clerk@annex'], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(settings, targets, swarm, async (options, commTargets, changes) => {
      const agents = [
        postmaster({ commTargets: ['clerk'] }),
        clerk({ ...options, commTargets, actions: options.actions ?? [stamp] }),
      ];
      const excluded = known.filter(({ name }) => agents[1]!.excludeTools.includes(name));
      const definition = defineSwarm(sampleOptions({ ...changes, agents, actions: excluded }));
      expect(await roundTrip(definition)).toEqual(definition);
    }),
  );
});
