import { parseArgs } from 'node:util';
import { action, agent, type Budgets, swarm } from '@posthouse/runtime';
import { quiet } from '../logging/quiet.ts';
import { startServer } from '../start-server.ts';

/** A server in a process of its own whose model is somewhere else and may spend as much as `--budgets` says. */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    budgets: { type: 'string' },
  },
});
const tick = action({
  name: 'tick',
  description: 'Always works.',
  parameters: { type: 'object', properties: {} },
  execute: () => 'tock',
});
const boss = agent({
  name: 'boss',
  model: 'openai-compatible/gpt-5',
  commTargets: [],
  actions: [tick],
  enableEntrypoint: true,
  canCompleteTasks: true,
});
const budgets = JSON.parse(values.budgets!) as Budgets;
const { url, port } = await startServer(
  swarm({ name: 'loop', version: '1.0.0', agents: [boss], entrypoint: 'boss', budgets }),
  {
    port: 0,
    databaseURL: values.database!,
    // A shared database has no tokens of development; here everybody's token is their role.
    auth: { authenticate: async (token) => ({ role: token === 'admin' ? 'admin' : 'user', id: token, token }) },
    logger: quiet,
    announce: () => undefined,
  },
);
const tokens = { user: 'user', admin: 'admin' };
process.stdout.write(`${JSON.stringify({ url, tokens, port, readyMs: Math.round(performance.now()) })}\n`);
