import { action, agent, type AgentFunction, type AnyAction, swarm, type SwarmDefinition } from '@posthouse/runtime';

const say = (text: string) => ({ calls: [{ tool: 'task_complete', input: { finish_message: text } }] });

const clerk: AgentFunction = async ({ inputs, signal }) => {
  const { body = '', taskId = '' } = inputs.at(-1)?.message ?? {};
  const [word = '', ...rest] = body.split(' ');
  switch (word) {
    // The signal that an open call has been answered has no words.
    case '':
      return say('thank you');
    case 'ask':
      return { calls: rest.map((q, index) => ({ tool: 'ask_human', input: { q }, callId: `${taskId}-${index}` })) };
    case 'use':
      return { calls: [{ tool: rest[0]!, input: {}, callId: `${taskId}-tool` }] };
    case 'fail':
      throw new Error(`told to fail: ${body}`);
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, Number(rest[0])));
      return say(`waited ${rest[0]}`);
    case 'hang':
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      return say('never');
    default:
      return say(`you said: ${body}`);
  }
};

export const askHuman: AnyAction = action({
  name: 'ask_human',
  description: 'Asks a person.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  execute: () => 'nobody should run this',
});

/**
 * A swarm whose clerk does what the first word of a message says: `ask`, `use`, `fail`, `wait`, `hang`; anything else
 * comes back. Beside the clerk there is a specialist who may be addressed directly, and one who may not.
 */
export function clerks(name = 'desk', options: { public?: boolean; greeting?: string } = {}): SwarmDefinition {
  const greet: AgentFunction = () => say(options.greeting ?? 'hello from the specialist');
  return swarm({
    name,
    version: '1.0.0',
    description: `the ${name}`,
    keywords: ['test'],
    entrypoint: 'clerk',
    breakpointTools: ['ask_human'],
    public: options.public ?? false,
    agents: [
      agent({
        name: 'clerk',
        commTargets: ['specialist', 'hermit'],
        actions: [askHuman],
        enableEntrypoint: true,
        canCompleteTasks: true,
        run: options.greeting === undefined ? clerk : greet,
      }),
      agent({ name: 'specialist', commTargets: ['clerk'], direct: true, run: greet }),
      agent({ name: 'hermit', commTargets: ['clerk'], run: greet }),
    ],
  }).definition;
}
