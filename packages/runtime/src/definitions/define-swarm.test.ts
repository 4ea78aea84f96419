import { describe, expect, test } from 'vitest';
import {
  burn,
  clerk,
  errorOf,
  postmaster,
  problemsOf,
  sampleOptions,
  scale,
  stamp,
} from './__fixtures__/sample-swarm.ts';
import { type Agent, agent } from './agent.ts';
import { checkSwarm, defineSwarm, toDefinition } from './define-swarm.ts';
import type { SwarmOptions } from './swarm-definition.ts';

describe('defineSwarm', () => {
  test('sets every default', () => {
    expect(defineSwarm(sampleOptions())).toEqual({
      name: 'post-office',
      version: '1.0.0',
      entrypoint: 'postmaster',
      agents: [postmaster(), clerk(), scale({ run: expect.any(Function) as () => object })],
      description: '',
      keywords: [],
      public: false,
      actions: [],
      enableInterswarm: false,
      breakpointTools: [],
      approvalTools: [],
      excludeTools: [],
      limits: {},
      budgets: {},
      prices: {},
    });
  });

  test('keeps what it is given', () => {
    const given = {
      description: 'Sorts letters.',
      keywords: ['mail', 'sorting'],
      public: true,
      actions: [burn],
      enableInterswarm: true,
      breakpointTools: ['stamp_letter'],
      approvalTools: ['burn_letter'],
      excludeTools: ['help'],
      limits: { messages: 20, cost: 0.5 },
      prices: { 'openai/gpt-5-mini': { input: 1, output: 2 } },
    };
    expect(defineSwarm(sampleOptions(given))).toMatchObject(given);
  });

  test('throws one error with every problem', () => {
    const paths = problemsOf(() => defineSwarm(sampleOptions({ version: '', entrypoint: 'boss' }))).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(['version', 'entrypoint']);
  });

  test('completes agents that were not made with agent()', () => {
    const plain = {
      name: 'solo',
      model: 'scripted/x',
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
    };
    const definition = defineSwarm(sampleOptions({ agents: [plain as unknown as Agent], entrypoint: 'solo' }));
    expect(definition.agents[0]).toEqual(agent(plain));
  });

  test('names fields that untyped callers leave out', () => {
    const paths = problemsOf(() => defineSwarm({} as SwarmOptions)).map(({ path }) => path);
    expect(paths).toEqual(['name', 'version', 'agents']);
  });

  test('names targets that untyped callers leave out', () => {
    const agents = [postmaster(), clerk({ commTargets: undefined }), scale()];
    expect(problemsOf(() => defineSwarm(sampleOptions({ agents })))[0]!.path).toBe('agents.1.commTargets');
  });
});

describe('the message limit', () => {
  test('taskMessageLimit is short for limits.messages', () => {
    const definition = defineSwarm(sampleOptions({ taskMessageLimit: 15, limits: { turns: 9 } }));
    expect(definition.limits).toEqual({ messages: 15, turns: 9 });
    expect(definition).not.toHaveProperty('taskMessageLimit');
  });

  test('the message limit may be given twice if it is the same', () => {
    expect(defineSwarm(sampleOptions({ taskMessageLimit: 15, limits: { messages: 15 } })).limits).toEqual({
      messages: 15,
    });
  });

  test('holds when the longer way to say it is undefined', () => {
    const options = sampleOptions({ taskMessageLimit: 15, limits: { messages: undefined } });
    expect(defineSwarm(options).limits).toEqual({ messages: 15 });
  });

  test('the message limit may not contradict itself', () => {
    expect(problemsOf(() => defineSwarm(sampleOptions({ taskMessageLimit: 15, limits: { messages: 10 } })))).toEqual([
      { path: 'taskMessageLimit', message: 'contradicts limits.messages: 15 here, 10 there' },
    ]);
  });

  test('the message limit is above zero', () => {
    expect(errorOf(() => defineSwarm(sampleOptions({ taskMessageLimit: 0 }))).message).toContain('limits.messages');
  });
});

describe('addresses in a definition', () => {
  test('become local if they name the own swarm (Q55)', () => {
    const agents = [postmaster({ commTargets: ['clerk@post-office', ' scale ', 'clerk'] }), clerk(), scale()];
    expect(defineSwarm(sampleOptions({ agents })).agents[0]!.commTargets).toEqual(['clerk', 'scale']);
  });

  test('stay as they are if they name other swarms', () => {
    const agents = [postmaster({ commTargets: ['clerk', 'clerk@annex'] }), clerk(), scale()];
    const definition = defineSwarm(sampleOptions({ agents, enableInterswarm: true }));
    expect(definition.agents[0]!.commTargets).toEqual(['clerk', 'clerk@annex']);
  });
});

describe('a definition', () => {
  test('a definition is frozen with everything that belongs to it', () => {
    const definition = defineSwarm(sampleOptions({ limits: { turns: 5 } }));
    const { agents, keywords, actions, breakpointTools, approvalTools, excludeTools, limits, prices } = definition;
    const parts = [definition, agents, keywords, actions, breakpointTools, approvalTools, excludeTools, limits, prices];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
    for (const member of agents) {
      expect(
        [member, member.commTargets, member.actions, member.excludeTools].every((part) => Object.isFrozen(part)),
      ).toBe(true);
    }
    expect(() => agents[0]!.commTargets.push('everybody')).toThrow(TypeError);
  });

  test('a definition does not change with the lists it was made from', () => {
    const commTargets = ['clerk', 'scale'];
    const agents = [postmaster({ commTargets }), clerk(), scale()];
    const definition = defineSwarm(sampleOptions({ agents }));
    commTargets.push('nobody');
    agents.pop();
    expect(definition.agents).toHaveLength(3);
    expect(definition.agents[0]!.commTargets).toEqual(['clerk', 'scale']);
  });

  test('names everything once', () => {
    const definition = defineSwarm(
      sampleOptions({
        agents: [postmaster(), clerk({ actions: [stamp, stamp], excludeTools: ['help', 'help'] }), scale()],
        actions: [burn, burn],
        breakpointTools: ['help', 'help'],
      }),
    );
    expect(definition.agents[1]).toMatchObject({ actions: [stamp], excludeTools: ['help'] });
    expect(definition).toMatchObject({ actions: [burn], breakpointTools: ['help'] });
  });

  test('lists as its own only the actions that no agent has', () => {
    expect(defineSwarm(sampleOptions({ actions: [stamp, burn] })).actions).toEqual([burn]);
  });

  test('defining a definition again gives the same', () => {
    const definition = defineSwarm(sampleOptions({ taskMessageLimit: 3, keywords: ['x'] }));
    expect(defineSwarm(definition)).toEqual(definition);
  });
});

test('toDefinition normalises without checking', () => {
  expect(toDefinition({ ...sampleOptions(), entrypoint: 'nobody' }).entrypoint).toBe('nobody');
});

test('checkSwarm gives the definition together with its problems', () => {
  const { definition, problems } = checkSwarm(sampleOptions({ entrypoint: 'clerk' }));
  expect(definition.agents).toHaveLength(3);
  expect(problems.map(({ path }) => path)).toEqual(['agents.1.enableEntrypoint']);
});
