import { AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { action, agent, swarm } from '@posthouse/runtime';
import { scripted, type ScriptedTurn } from '@posthouse/runtime/scripted';
import { type Authenticator, createLogger, startServer } from '@posthouse/server';

const auth: Authenticator = {
  authenticate: (token) => Promise.resolve({ role: token as 'admin', id: 'ada', token }),
};

const lift = action({
  name: 'lift',
  description: 'Lifts something.',
  parameters: { type: 'object', properties: {} },
  execute: () => {
    throw new Error('too heavy');
  },
});

const script: ScriptedTurn[] = [
  { fault: { kind: 'http', status: 429, retryAfter: 0 } },
  { toolCalls: [{ name: 'lift', input: {} }] },
  { toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }], usage: { input: 10, output: 5 } },
];

function toRegistry(): AgentRegistry {
  const registry = new AgentRegistry();
  const usage = { inputTokens: 10, outputTokens: 5 };
  registry.register('actor', createScriptedAdapter({ script: [[{ call: 'lift', error: 'too heavy' }, { usage }]] }));
  return registry;
}

/** What `GET /metrics` of a real server says in the middle of a run and after it, when much has happened. */
export async function scrapeBusyServer(): Promise<string[]> {
  const scrapes: string[] = [];
  const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' };
  const scrape = async (): Promise<void> => {
    scrapes.push(await (await fetch(`${server.url}/metrics`, { headers })).text());
  };
  const turns = [...script];
  const desk = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'clerk',
    prices: { 'scripted/m': { input: 1, output: 2 } },
    budgets: { swarm: { calls: 1_000, cost: 10 } },
    agents: [
      agent({
        name: 'clerk',
        commTargets: [],
        actions: [lift],
        enableEntrypoint: true,
        canCompleteTasks: true,
        model: scripted(
          async () => {
            const turn = turns.shift()!;
            if (turns.length === 0) await scrape();
            return turn;
          },
          { modelId: 'm' },
        ),
      }),
    ],
  });
  await using server = await startServer(desk, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth,
    logger: createLogger({ level: 'silent' }),
    handleSignals: false,
    drainMs: 0,
    chat: { registry: toRegistry(), agents: { actor: {} } },
  });
  const body = JSON.stringify({ body: 'Lift it.' });
  const answer = await fetch(`${server.url}/message`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
  const chat = JSON.stringify({ sessionId: 's', agent: 'actor', message: 'Lift it.' });
  const said = await fetch(`${server.url}/chat`, { method: 'POST', headers, body: chat });
  if (!said.ok) throw new Error(await said.text());
  await said.text();
  await scrape();
  return scrapes;
}
