import { describe, expect, test } from 'vitest';
import { actor, getWeather } from '../__fixtures__/play.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import type { AgentOptions } from '../definitions/agent.ts';
import type { SwarmOptions } from '../definitions/swarm-definition.ts';
import { toCallKind, toToolSet } from './to-tool-set.ts';

function toolsOf(agent: Partial<AgentOptions>, swarm: Partial<SwarmOptions> = {}, run = {}) {
  const boss = actor('boss', [], { commTargets: ['helper'], enableEntrypoint: true, canCompleteTasks: true, ...agent });
  const helper = actor('helper', [], { commTargets: ['boss'], actions: [getWeather] });
  const definition = defineSwarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [boss, helper],
    ...swarm,
  });
  return toToolSet(definition, boss, run);
}

const namesOf = (tools: { specs: { name: string }[] }) => tools.specs.map((tool) => tool.name);

describe('the tools of an agent', () => {
  test('tools are in MAIL order: mail, actions, then those of supervisors', () => {
    expect(namesOf(toolsOf({ actions: [getWeather] }))).toEqual([
      'send_request',
      'send_response',
      'acknowledge_broadcast',
      'ignore_broadcast',
      'await_message',
      'help',
      'get_weather',
      'send_interrupt',
      'send_broadcast',
      'task_complete',
    ]);
  });

  test('an agent that writes to nobody has only task_complete', () => {
    expect(namesOf(toolsOf({ commTargets: [] }))).toEqual(['task_complete']);
  });

  test('offer only the comm targets', () => {
    const [request] = toolsOf({}).specs;
    expect(request!.parameters).toEqual({
      type: 'object',
      properties: {
        target: { type: 'string', title: 'Target', enum: ['helper'] },
        subject: { type: 'string', title: 'Subject' },
        body: { type: 'string', title: 'Body' },
      },
      required: ['target', 'subject', 'body'],
      additionalProperties: false,
    });
  });

  test('leave the target open if it may write to other swarms', () => {
    const [request] = toolsOf({ enableInterswarm: true }, { enableInterswarm: true }).specs;
    expect(request!.parameters.properties).not.toHaveProperty('target.enum');
  });

  test('pass the schema of an action unchanged (Q44)', () => {
    const parameters = { type: 'object', properties: { n: { type: 'integer', minimum: 1, enum: [1, 2] } } };
    const tools = toolsOf({ actions: [{ ...getWeather, name: 'choose', parameters }] });
    expect(tools.specs.find((tool) => tool.name === 'choose')?.parameters).toEqual(parameters);
  });

  test.each([
    ['the swarm', {}, { excludeTools: ['help'] }],
    ['the agent', { excludeTools: ['help'] }, {}],
  ])('an agent is not offered what %s excludes', (_, agent, swarm) => {
    expect(toolsOf(agent, swarm).offered.has('help')).toBe(false);
  });

  test('include those of the caller, for the agent that the run is addressed to', () => {
    const search = { name: 'search', parameters: { type: 'object' } };
    expect(toolsOf({}, {}, { tools: [search], entrypoint: 'boss' }).offered.has('search')).toBe(true);
    expect(toolsOf({}, {}, { tools: [search], entrypoint: 'helper' }).offered.has('search')).toBe(false);
  });

  test('include task_complete for an agent that is addressed directly', () => {
    const boss = { canCompleteTasks: true };
    const direct = actor('direct', [], { commTargets: ['boss'], direct: true });
    const definition = defineSwarm({
      name: 'desk',
      version: '1.0.0',
      entrypoint: 'boss',
      agents: [actor('boss', [], { ...boss, commTargets: ['direct'], enableEntrypoint: true }), direct],
    });
    expect(toToolSet(definition, direct).offered.has('task_complete')).toBe(false);
    expect(toToolSet(definition, direct, { direct: 'direct' }).offered.has('task_complete')).toBe(true);
  });
});

describe('the kind of a call', () => {
  const tools = toolsOf({ actions: [getWeather] }, { breakpointTools: ['get_weather', 'send_request'] });

  test.each([
    ['task_complete', 'mail'],
    ['get_weather', 'breakpoint'],
    ['send_request', 'breakpoint'],
    ['anything_else', 'action'],
  ])('a call of %s has the kind %s', (name, kind) => {
    expect(toCallKind(tools, name)).toBe(kind);
  });
});
