import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AgentRegistry, createCodexAdapter, createScriptedAdapter } from '@posthouse/agents';
import { agent, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { quiet, startServer } from '@posthouse/server';
import { createFlooder } from './flooder.ts';
import { TOKENS } from './fixed-tokens.ts';

/**
 * A server whose chat is with agents, in a process of its own. Says where it is with one line of JSON. `codex` runs a
 * program, which stands in for the real one; the others are in this process.
 */
const { values } = parseArgs({ options: { database: { type: 'string' }, idle: { type: 'string' } } });
const command = fileURLToPath(
  new URL('../../../packages/agents/src/codex/__fixtures__/fake-codex.ts', import.meta.url),
);
const registry = new AgentRegistry();
registry.register('codex', createCodexAdapter({ command }));
registry.register('flooder', createFlooder());
registry.register(
  'clerk',
  createScriptedAdapter({
    script: ({ text }) => {
      if (text === 'wait') return [{ say: 'Once upon a time ' }, { hang: true }];
      if (!text.startsWith('remove')) return [{ say: `You said: ${text}` }];
      const call = { call: 'remove', input: { file: text.split(' ')[1]! }, output: 'removed', approval: true } as const;
      return [{ say: 'May I? ' }, call, { say: 'Thank you.' }];
    },
  }),
);
const nobody = agent({
  name: 'nobody',
  model: scripted([]),
  commTargets: [],
  enableEntrypoint: true,
  canCompleteTasks: true,
});
const { url, port } = await startServer(
  swarm({ name: 'nobody', version: '1.0.0', agents: [nobody], entrypoint: 'nobody' }),
  {
    port: 0,
    databaseURL: `sqlite:${values.database}`,
    logger: quiet,
    announce: () => undefined,
    drainMs: 200,
    auth: { authenticate: (token) => Promise.resolve(TOKENS[token]) },
    chat: {
      registry,
      agents: { codex: values.idle === undefined ? {} : { idleMs: Number(values.idle) }, flooder: {}, clerk: {} },
    },
  },
);
process.stdout.write(`${JSON.stringify({ url, port })}\n`);
