import { describe, expect, test } from 'vitest';
import { errorOf, sampleOptions } from './__fixtures__/sample-swarm.ts';
import { defineSwarm } from './define-swarm.ts';
import { findAgent } from './find-agent.ts';

const definition = defineSwarm(sampleOptions());

describe('findAgent', () => {
  test('finds an agent by its name', () => {
    expect(findAgent(definition, 'scale')).toBe(definition.agents[2]);
  });

  test('suggests a name for an unknown one', () => {
    const error = errorOf(() => findAgent(definition, 'clark'));
    expect(error.code).toBe('agent_not_found');
    expect(error.message).toBe("swarm 'post-office' has no agent 'clark'. Did you mean 'clerk'?");
  });

  test.each(['', 'toString', 'all'])('finds no agent called %j', (name) => {
    expect(errorOf(() => findAgent(definition, name)).code).toBe('agent_not_found');
  });
});
