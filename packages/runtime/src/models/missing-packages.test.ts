import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { swarm } from '../swarm.ts';
import { findMissingPackages } from './missing-packages.ts';

const member = (name: string, model: string, useProxy = false) =>
  agent({ name, model, useProxy, commTargets: [], enableEntrypoint: true, canCompleteTasks: true });
const { definition } = swarm({
  name: 'team',
  version: '1.0.0',
  entrypoint: 'boss',
  agents: [
    member('boss', 'openai/gpt-5', true),
    member('clerk', 'litellm_proxy/any'),
    member('writer', 'anthropic/claude-sonnet-4-5'),
    member('actor', 'scripted/actor'),
  ],
});

test('each missing package is named once, with the agents whose models need it', () => {
  expect(findMissingPackages([definition], () => false)).toEqual([
    'the package @ai-sdk/openai-compatible is not installed, and the models of boss@team, clerk@team need it: npm install @ai-sdk/openai-compatible',
    'the package @ai-sdk/anthropic is not installed, and the models of writer@team need it: npm install @ai-sdk/anthropic',
  ]);
});

test('nothing is missing where everything is installed, as here', () => {
  expect(findMissingPackages([definition])).toEqual([]);
});
