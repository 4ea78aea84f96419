/**
 * A process that runs tasks in one way: `node run-tasks.ts agents mode`. It is told how many, over and over, and says each time how
 * much CPU it has taken since it was started, so that what it sends out while it waits for the next number counts, too.
 */
import { on } from 'node:events';
import { action, agent, type AgentFunction, Engine, SwarmInstance, swarm } from '@posthouse/runtime';
import { scripted, type ScriptedTurn } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';

import { makeBareSpans } from './bare-spans.ts';

const [agents = 'functions', mode = 'off'] = process.argv.slice(2);
const AT_ONCE = 20;

const weigh = action({
  name: 'weigh',
  description: 'Weighs a parcel.',
  parameters: { type: 'object', properties: {} },
  execute: () => '2 kg',
});

type Call = [name: string, input: Record<string, string>];

/** What an agent does when it has heard nothing yet, and what it does after that. */
const LINES: Record<string, Call[]> = {
  boss: [
    ['send_request', { target: 'clerk', subject: 'Weight', body: 'How heavy?' }],
    ['task_complete', { finish_message: '2 kg' }],
  ],
  clerk: [
    ['weigh', {}],
    ['send_response', { target: 'boss', subject: 'Weight', body: '2 kg' }],
  ],
};

const isSecond: Record<string, (text: string) => boolean> = {
  boss: (text) => text.includes('2 kg'),
  clerk: (text) => text.includes('::action_complete'),
};

const toFunction =
  (name: string): AgentFunction =>
  ({ inputs }) => {
    const text = inputs.map(({ message }) => `${message.subject} ${message.body}`).join('\n');
    const [tool, input] = LINES[name]![isSecond[name]!(text) ? 1 : 0]!;
    return { calls: [{ tool, input }] };
  };

const toModel = (name: string) =>
  scripted(
    ({ messages }): ScriptedTurn => {
      const [tool, input] = LINES[name]![messages.some(({ role }) => role === 'assistant') ? 1 : 0]!;
      return { toolCalls: [{ name: tool, input }] };
    },
    { modelId: name },
  );

const brain = (name: string) => (agents === 'functions' ? { run: toFunction(name) } : { model: toModel(name) });

const { definition } = swarm({
  name: 'bench',
  version: '1.0.0',
  entrypoint: 'boss',
  agents: [
    agent({ name: 'boss', commTargets: ['clerk'], enableEntrypoint: true, canCompleteTasks: true, ...brain('boss') }),
    agent({ name: 'clerk', commTargets: ['boss'], actions: [weigh], ...brain('clerk') }),
  ],
});

const observer = { modelAsked: () => undefined, actionRan: () => undefined };
await using store = await openStore('sqlite::memory:');
await using engine = await Engine.start({ store, swarms: [definition], ...(mode === 'counted' ? { observer } : {}) });
// Whoever was there before the SDK makes no spans of its own.
if (mode === 'bare spans') await import('../../ops/tracing.ts');
const instance = new SwarmInstance(definition, { swarm: 'bench', role: 'user', id: 'ada' }, engine);

async function run(tasks: number): Promise<void> {
  let left = tasks;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { status, response, taskId } = await instance.postMessage({ body: 'Weigh it.' });
      if (status !== 'complete') throw new Error(response);
      if (mode === 'bare spans') makeBareSpans(agents === 'models', taskId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

for await (const [tasks] of on(process, 'message', { close: ['disconnect'] }) as AsyncIterable<[number]>) {
  await run(tasks);
  const { user, system } = process.cpuUsage();
  process.send!(user + system);
}
