import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { burn, clerk, errorOf, postmaster, sampleOptions, scale, stamp, weigh } from './__fixtures__/sample-swarm.ts';
import { action } from './action.ts';
import type { Agent } from './agent.ts';
import { defineSwarm, toDefinition } from './define-swarm.ts';
import { MAIL_TOOL_NAMES } from './mail-tool-names.ts';
import type { SwarmOptions } from './swarm-definition.ts';
import { findSwarmProblems } from './find-swarm-problems.ts';

function problems(changes: Partial<SwarmOptions>) {
  return findSwarmProblems(toDefinition(sampleOptions(changes)));
}

function withAgents(...agents: Agent[]) {
  return problems({ agents });
}

describe('a valid swarm', () => {
  test('a valid swarm has no problems', () => {
    expect(problems({})).toEqual([]);
    expect(() => defineSwarm(sampleOptions())).not.toThrow();
  });

  test('a single agent may be the entrypoint and complete tasks', () => {
    expect(withAgents(postmaster({ commTargets: [] }))).toEqual([]);
  });

  test('a swarm may have several entrypoints and several agents that complete tasks', () => {
    const second = clerk({ enableEntrypoint: true, canCompleteTasks: true });
    expect(withAgents(postmaster(), second, scale())).toEqual([]);
  });

  test('agents may share one action', () => {
    expect(withAgents(postmaster({ actions: [stamp] }), clerk(), scale({ actions: [weigh, stamp] }))).toEqual([]);
  });
});

describe('the error of an invalid swarm', () => {
  test('lists every problem at once', () => {
    const options: SwarmOptions = {
      name: '',
      version: '',
      entrypoint: 'boss',
      agents: [postmaster({ commTargets: ['clark'], canCompleteTasks: false }), clerk({ model: undefined }), clerk()],
      breakpointTools: ['stamp_leter'],
      limits: { turns: -1 },
    };
    const error = errorOf(() => defineSwarm(options));
    expect(error.code).toBe('invalid_swarm');
    expect((error.details as { path: string }[]).map(({ path }) => path)).toEqual([
      'name',
      'version',
      'agents.0.commTargets.0',
      'agents.1',
      'agents.2.name',
      'entrypoint',
      'agents',
      'breakpointTools.0',
      'limits.turns',
    ]);
    expect(error.message).toMatch(/^9 problems in swarm '':\n- name: a swarm needs a name\n/);
    expect(error.message).toContain("Did you mean 'clerk'?");
    expect(error.message).toContain("Did you mean 'stamp_letter'?");
  });
});

describe('name and version of a swarm', () => {
  test.each(['', '  ', undefined, 7])('refuses %j as a name', (name) => {
    expect(problems({ name: name as string })).toContainEqual({ path: 'name', message: 'a swarm needs a name' });
  });

  test.each(['a@b', ' padded', 'padded\n'])('refuses the name %j, which cannot be addressed', (name) => {
    expect(problems({ name })[0]).toMatchObject({
      path: 'name',
      message: expect.stringContaining('cannot be addressed') as string,
    });
  });

  test.each(['', undefined, 1])('refuses %j as a version', (version) => {
    expect(problems({ version: version as string })).toEqual([
      { path: 'version', message: "a swarm needs a version, such as '1.0.0'" },
    ]);
  });
});

describe('agents of a swarm', () => {
  test.each([[[]], [undefined]])('a swarm must have agents, not %j', (agents) => {
    expect(problems({ agents: agents as Agent[] })).toContainEqual({
      path: 'agents',
      message: 'a swarm needs at least one agent',
    });
  });

  test('agents must have names', () => {
    expect(withAgents(postmaster(), clerk(), scale(), scale({ name: '' }))).toEqual([
      { path: 'agents.3.name', message: 'an agent needs a name' },
    ]);
  });

  test('agents must have different names (N11)', () => {
    expect(withAgents(postmaster(), clerk(), scale(), clerk({ commTargets: ['scale'] }))).toEqual([
      { path: 'agents.3.name', message: "there is another agent called 'clerk'" },
    ]);
  });

  test("an agent must not be called 'all' (N13)", () => {
    expect(withAgents(postmaster(), clerk(), scale(), scale({ name: 'all' }))).toEqual([
      { path: 'agents.3.name', message: "no agent may be called 'all', the address of everyone" },
    ]);
  });

  test.each(['clerk@annex', '@', ' clerk2'])('an agent must not be called %j', (name) => {
    expect(withAgents(postmaster(), clerk(), scale(), scale({ name }))).toEqual([
      {
        path: 'agents.3.name',
        message: `'${name}' cannot be addressed: a name must not contain '@', or begin or end with a space`,
      },
    ]);
  });

  test.each(['constructor', 'toString', '__proto__', 'größe', 'two words'])('an agent may be called %j', (name) => {
    expect(withAgents(postmaster(), clerk(), scale(), scale({ name }))).toEqual([]);
  });

  test('an agent must have a model or a function', () => {
    expect(withAgents(postmaster(), clerk({ model: undefined }), scale())).toEqual([
      { path: 'agents.1', message: "agent 'clerk' needs a model, or a function to run instead of one" },
    ]);
  });

  test('an agent must not have both a model and a function', () => {
    expect(withAgents(postmaster(), clerk({ run: () => ({}) }), scale())).toEqual([
      {
        path: 'agents.1',
        message: "agent 'clerk' has both a model and a function to run; it can have only one of them",
      },
    ]);
  });
});

describe('the entrypoint', () => {
  test('the entrypoint must exist', () => {
    expect(problems({ entrypoint: 'postmistress' })).toEqual([
      { path: 'entrypoint', message: "there is no agent 'postmistress'. Did you mean 'postmaster'?" },
    ]);
  });

  test.each(['', undefined])('the entrypoint must be given, not %j', (entrypoint) => {
    expect(problems({ entrypoint: entrypoint as string })).toEqual([
      { path: 'entrypoint', message: 'a swarm needs an entrypoint: the name of the agent that users write to' },
    ]);
  });

  test('the entrypoint must be open to users', () => {
    expect(problems({ entrypoint: 'clerk' })).toEqual([
      { path: 'agents.1.enableEntrypoint', message: "must be true: 'clerk' is the entrypoint" },
    ]);
  });
});

describe('completing tasks', () => {
  test('at least one agent must be allowed to complete tasks', () => {
    expect(withAgents(postmaster({ canCompleteTasks: false }), clerk(), scale())).toEqual([
      { path: 'agents', message: 'at least one agent must be allowed to complete tasks' },
    ]);
  });

  test.each([
    ['for the swarm', { excludeTools: ['task_complete'] }],
    ['for each', { agents: [postmaster({ excludeTools: ['task_complete'] }), clerk(), scale()] }],
  ])('the tool that completes tasks must not be excluded %s', (_, changes) => {
    expect(problems(changes)).toEqual([
      { path: 'excludeTools', message: "no agent could ever complete a task: 'task_complete' is excluded for all" },
    ]);
  });

  test('some agents may have the tool that completes tasks excluded', () => {
    const second = clerk({ canCompleteTasks: true, excludeTools: ['task_complete'] });
    expect(withAgents(postmaster(), second, scale())).toEqual([]);
  });
});

describe('communication targets of an agent', () => {
  test('communication targets must exist', () => {
    expect(withAgents(postmaster(), clerk({ commTargets: ['postmaster', 'scales'] }), scale())).toEqual([
      {
        path: 'agents.1.commTargets.1',
        message: "agent 'clerk' may write to 'scales', but there is no such agent. Did you mean 'scale'?",
      },
    ]);
  });

  test.each(['', '@', '@annex', 'clerk@', 'a@b@c'])('communication targets must be addresses, not %j', (target) => {
    expect(withAgents(postmaster({ commTargets: ['clerk', target] }), clerk(), scale())).toEqual([
      { path: 'agents.0.commTargets.1', message: `'${target}' is not an address: write 'name' or 'name@swarm'` },
    ]);
  });

  test('need interswarm mail if they are in other swarms', () => {
    const agents = [postmaster({ commTargets: ['clerk', 'clerk@annex'] }), clerk(), scale()];
    expect(problems({ agents })).toEqual([
      {
        path: 'agents.0.commTargets.1',
        message: "'clerk@annex' is in another swarm, but interswarm mail is not enabled for this one",
      },
    ]);
    expect(problems({ agents, enableInterswarm: true })).toEqual([]);
  });

  test('a communication target may name the own swarm, which is not another one (Q55)', () => {
    expect(withAgents(postmaster({ commTargets: ['clerk@post-office'] }), clerk(), scale())).toEqual([]);
    expect(withAgents(postmaster({ commTargets: ['clark@post-office'] }), clerk(), scale())).toEqual([
      {
        path: 'agents.0.commTargets.0',
        message: "agent 'postmaster' may write to 'clark', but there is no such agent. Did you mean 'clerk'?",
      },
    ]);
  });

  test.each([
    ['no entrypoint', { canCompleteTasks: true }],
    ['not allowed to complete', { enableEntrypoint: true }],
    ['neither', {}],
  ])('an agent needs communication targets if it is %s', (_, flags) => {
    expect(withAgents(postmaster(), clerk({ ...flags, commTargets: [] }), scale())).toEqual([
      {
        path: 'agents.1.commTargets',
        message: "agent 'clerk' may write to nobody, so it must be an entrypoint that may complete tasks",
      },
    ]);
  });
});

describe('actions of a swarm', () => {
  test.each(MAIL_TOOL_NAMES)('an action must not be called %s, which is a MAIL tool', (name) => {
    expect(problems({ actions: [action({ ...burn, name })] })).toEqual([
      { path: 'actions.0', message: `'${name}' is a MAIL tool; an action needs a name of its own` },
    ]);
  });

  test.each(['', 'burn letter', 'größe', 'a.b', 'x'.repeat(65)])(
    'an action must not be called %j, which no provider accepts',
    (name) => {
      expect(problems({ actions: [action({ ...burn, name })] })[0]!.message).toContain('use 1 to 64 letters');
    },
  );

  test('two actions with the same name must be the same action', () => {
    const other = action({ ...stamp, description: 'Another one.' });
    expect(withAgents(postmaster(), clerk(), scale({ actions: [weigh, other] }))).toEqual([
      {
        path: 'agents.2.actions.1',
        message: "there is another action called 'stamp_letter', which is not the same object",
      },
    ]);
    expect(problems({ actions: [other] })).toEqual([
      {
        path: 'agents.1.actions.0',
        message: "there is another action called 'stamp_letter', which is not the same object",
      },
    ]);
  });

  test('an action must have parameters that a model can be told', () => {
    const broken = [
      action({ ...burn, parameters: { type: 'objekt' } }),
      action({ ...burn, name: 'when', parameters: z.object({ at: z.date() }) as never }),
      action({ ...burn, name: 'text', parameters: { type: 'string' } }),
    ];
    const messages = problems({ actions: broken }).map(({ message }) => message);
    expect(messages[0]).toContain("the parameters of action 'burn_letter' are not a JSON Schema");
    expect(messages[1]).toContain("the parameters of action 'when' cannot be written as JSON Schema");
    expect(messages[2]).toBe('the parameters of action \'text\' must describe an object, not "string"');
  });

  test('an action is checked once, however many agents share it', () => {
    const broken = action({ ...burn, parameters: { type: 'objekt' } });
    expect(withAgents(postmaster({ actions: [broken] }), clerk({ actions: [broken] }), scale())).toHaveLength(1);
  });
});

describe('tools of the provider', () => {
  test('a tool of the provider must not have the name of another tool', () => {
    const agents = [postmaster(), clerk({ providerTools: { web_search: {}, help: {}, stamp_letter: {} } }), scale()];
    expect(problems({ agents })).toEqual([
      { path: 'agents.1.providerTools.help', message: "agent 'clerk' has another tool called 'help'" },
      { path: 'agents.1.providerTools.stamp_letter', message: "agent 'clerk' has another tool called 'stamp_letter'" },
    ]);
  });
});

describe('lists of tools', () => {
  test('a list of tools may name MAIL tools and actions', () => {
    expect(
      problems({
        actions: [burn],
        breakpointTools: ['send_request', 'stamp_letter'],
        approvalTools: ['burn_letter', 'weigh_parcel'],
        excludeTools: ['help', 'weigh_parcel'],
        agents: [postmaster({ excludeTools: ['await_message'] }), clerk({ excludeTools: ['stamp_letter'] }), scale()],
      }),
    ).toEqual([]);
  });

  test.each(['breakpointTools', 'excludeTools'] as const)('a list of tools may name nothing else in %s', (list) => {
    expect(problems({ [list]: ['help', 'weigh_parcels', 'nonsense'] })).toEqual([
      { path: `${list}.1`, message: "there is no tool or action 'weigh_parcels'. Did you mean 'weigh_parcel'?" },
      { path: `${list}.2`, message: "there is no tool or action 'nonsense'." },
    ]);
  });

  test('the lists of each agent are checked too', () => {
    expect(withAgents(postmaster(), clerk({ excludeTools: ['helpp'] }), scale())).toEqual([
      { path: 'agents.1.excludeTools.0', message: "there is no tool or action 'helpp'. Did you mean 'help'?" },
    ]);
  });

  test('only actions may need approval', () => {
    expect(problems({ approvalTools: ['send_request', 'stamp', 'stamp_letter'] })).toEqual([
      {
        path: 'approvalTools.0',
        message: "'send_request' is a MAIL tool; only actions can wait for approval",
      },
      { path: 'approvalTools.1', message: "there is no action 'stamp'." },
    ]);
  });

  test('a tool that is never run here must not need approval', () => {
    expect(problems({ breakpointTools: ['stamp_letter'], approvalTools: ['stamp_letter'] })).toEqual([
      {
        path: 'approvalTools.0',
        message: "'stamp_letter' is a breakpoint, which its caller answers; there is nothing to approve here",
      },
    ]);
  });

  test('a list of tools must not name what every object inherits', () => {
    expect(problems({ breakpointTools: ['toString'], approvalTools: ['constructor'] })).toHaveLength(2);
  });
});

describe('limits of a swarm', () => {
  test('a limit must be above zero', () => {
    expect(
      problems({ limits: { messages: 0, turns: Number.NaN, milliseconds: 5, tokens: undefined, cost: -1 } }),
    ).toEqual([
      { path: 'limits.messages', message: 'a limit is a number above zero, not 0' },
      { path: 'limits.turns', message: 'a limit is a number above zero, not NaN' },
      { path: 'limits.cost', message: 'a limit is a number above zero, not -1' },
    ]);
  });

  test('a limit of money may be a fraction', () => {
    expect(problems({ limits: { cost: 0.05 } })).toEqual([]);
  });
});

test('any wiring of agents is checked without throwing, and each problem has a place and a sentence', () => {
  const name = fc.constantFrom('postmaster', 'clerk', 'scale', 'all', '', 'a@b', 'clerk@post-office', 'x@annex');
  const member = fc.record({
    name,
    commTargets: fc.array(name, { maxLength: 4 }),
    enableEntrypoint: fc.boolean(),
    canCompleteTasks: fc.boolean(),
    model: fc.constantFrom('scripted/x', undefined),
    excludeTools: fc.array(fc.constantFrom('help', 'task_complete', 'nonsense'), { maxLength: 2 }),
  });
  const swarm = fc.record({
    agents: fc.array(member, { maxLength: 4 }),
    entrypoint: name,
    enableInterswarm: fc.boolean(),
  });
  fc.assert(
    fc.property(swarm, ({ agents, ...rest }) => {
      const options = sampleOptions({ ...rest, agents: agents.map((each) => clerk(each)) });
      const found = findSwarmProblems(toDefinition(options));
      expect(found.every(({ path, message }) => path !== '' && message !== '')).toBe(true);
      expect(outcomeOf(() => defineSwarm(options))).toEqual(found);
    }),
  );
});

function outcomeOf(call: () => void): unknown {
  try {
    call();
    return [];
  } catch (error) {
    return PosthouseError.isInstance(error) ? error.details : error;
  }
}
