import { action, agent, swarm } from '@posthouse/runtime';
import { readPlan, serveTown } from '../../federation/__fixtures__/serve-town.ts';

/** A town of the play, in a process of its own. */
const plan = readPlan();
const { name, others } = plan;
const parameters = { type: 'object', properties: {} } as const;

const look = action({
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
  execute: ({ at }: { at: string }) => ({ seen: at }),
});
const pay = action({
  name: 'pay',
  description: 'Pays, if the caller says yes.',
  parameters: { type: 'object', properties: { for: { type: 'string' } } },
  execute: (input: { for: string }) => ({ paid: input.for }),
});
const askHuman = action({
  name: 'ask_human',
  description: 'Asks the caller.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  execute: () => 'nobody should run this',
});
const keepWatch = action({ name: 'keep_watch', description: 'Is over at once.', parameters, execute: () => 'kept' });
const wait = action({
  name: 'wait',
  description: 'Takes until it is stopped.',
  parameters,
  execute: (_: object, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
});

const town = swarm({
  name,
  version: '1.0.0',
  description: `the town of ${name}`,
  public: true,
  entrypoint: 'boss',
  enableInterswarm: true,
  breakpointTools: ['ask_human'],
  approvalTools: ['pay'],
  agents: [
    agent({
      name: 'boss',
      model: `openai-compatible/${name}.boss`,
      commTargets: ['clerk', ...others.map((other) => `boss@${other}`)],
      actions: [look, pay, askHuman, keepWatch, wait],
      enableEntrypoint: true,
      enableInterswarm: true,
      canCompleteTasks: true,
    }),
    agent({
      name: 'clerk',
      model: `openai-compatible/${name}.clerk`,
      commTargets: ['boss'],
      actions: [look, wait],
    }),
  ],
});

// On a busy machine too, everything is told that was said.
await serveTown(town, { ...plan, catchUpMs: 60_000 });
