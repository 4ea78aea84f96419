import { describe, expect, test } from 'vitest';
import { stamp } from './__fixtures__/sample-swarm.ts';
import { agent } from './agent.ts';

describe('agent', () => {
  const clerk = agent({ name: 'clerk', model: 'openai/gpt-5-mini', commTargets: ['postmaster'] });

  test('sets every default', () => {
    expect(clerk).toEqual({
      name: 'clerk',
      model: 'openai/gpt-5-mini',
      commTargets: ['postmaster'],
      system: '',
      actions: [],
      enableEntrypoint: false,
      enableInterswarm: false,
      canCompleteTasks: false,
      direct: false,
      excludeTools: [],
    });
  });

  test('keeps what it is given', () => {
    const given = {
      name: 'clerk',
      run: () => ({ text: 'yes' }),
      system: 'You sort letters.',
      commTargets: ['postmaster', 'clerk@annex'],
      actions: [stamp],
      enableEntrypoint: true,
      enableInterswarm: true,
      canCompleteTasks: true,
      direct: true,
      excludeTools: ['help'],
      temperature: 0,
      reasoningEffort: 'low' as const,
    };
    expect(agent(given)).toEqual(given);
  });

  test('an agent is frozen, and gives the same again when made from an agent', () => {
    expect(Object.isFrozen(clerk)).toBe(true);
    expect(agent(clerk)).toEqual(clerk);
  });
});
