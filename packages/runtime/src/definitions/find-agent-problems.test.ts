import { expect, test } from 'vitest';
import { agent, type AgentOptions } from './agent.ts';
import { swarm } from '../swarm.ts';

const alone = (options: Partial<AgentOptions>) =>
  swarm({
    name: 's',
    version: '1.0.0',
    entrypoint: 'a',
    agents: [
      agent({
        name: 'a',
        run: () => ({}),
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
        ...options,
      }),
    ],
  });

test.each<Partial<AgentOptions>>([
  {},
  { compaction: { maxTokens: 1 } },
  { compaction: { maxTokens: 1_000, keepTurns: 1 }, contextWindow: 8_000 },
])('%j is a memory one can live with', (options) => {
  expect(() => alone(options)).not.toThrow();
});

test.each<[Partial<AgentOptions>, string]>([
  [{ compaction: { maxTokens: 0 } }, 'agents.0.compaction.maxTokens: must be a number of tokens above zero, not 0'],
  [{ compaction: { maxTokens: Number.NaN } }, 'not NaN'],
  [{ compaction: { maxTokens: 10, keepTurns: 0 } }, 'agents.0.compaction.keepTurns: must be a whole number of turns'],
  [{ compaction: { maxTokens: 10, keepTurns: 1.5 } }, 'not 1.5'],
  [{ contextWindow: -1 }, 'agents.0.contextWindow: must be'],
])('%j is refused with the swarm', (options, message) => {
  expect(() => alone(options)).toThrow(message);
});
