import { action, agent, swarm } from '@posthouse/runtime';
import { EffectsFile } from '../../../packages/runtime/src/__fixtures__/effects-file.ts';
import { readPlan, serveTown } from './serve-town.ts';

const plan = readPlan();
const { name, others } = plan;
const effects = new EffectsFile(plan.effects);
const empty = { type: 'object', properties: {} } as const;

const town = swarm({
  name,
  version: '1.0.0',
  description: `the town of ${name}`,
  keywords: ['town'],
  public: true,
  entrypoint: 'boss',
  enableInterswarm: true,
  breakpointTools: ['ask_human'],
  agents: [
    agent({
      name: 'boss',
      model: `openai-compatible/${name}`,
      commTargets: others.map((other) => `boss@${other}`),
      enableEntrypoint: true,
      enableInterswarm: true,
      canCompleteTasks: true,
      actions: [
        action({
          name: 'ask_human',
          description: 'Asks a person.',
          parameters: { type: 'object', properties: { q: { type: 'string' } } },
          execute: () => 'nobody should run this',
        }),
        // Whoever asks for two stamps gets two: what a crash hides must not be done again.
        action({
          name: 'stamp',
          description: 'Puts a stamp on something.',
          parameters: empty,
          execute: (_: object, { idempotencyKey: key }) => {
            effects.push({ tool: 'stamp', idempotent: false, key });
            return 'stamped';
          },
        }),
      ],
    }),
  ],
});

await serveTown(town, plan);
