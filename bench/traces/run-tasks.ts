/** A process that runs tasks in one way and says how much CPU each took: `node run-tasks.ts agents mode tasks`. */
import { action, agent, type AgentFunction, Engine, Office, swarm } from '@posthouse/runtime';
import { scripted, type ScriptedTurn } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';

const [agents = 'functions', mode = 'off', count = '1000'] = process.argv.slice(2);
const WARM_UP = Number(count) / 2;
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
const office = new Office(definition, { swarm: 'bench', role: 'user', id: 'ada' }, engine);

async function run(tasks: number): Promise<void> {
  let left = tasks;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { status, response } = await office.postMessage({ body: 'Weigh it.' });
      if (status !== 'complete') throw new Error(response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

await run(WARM_UP);
const before = process.cpuUsage();
await run(Number(count));
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${(user + system) / Number(count)}\n`);
