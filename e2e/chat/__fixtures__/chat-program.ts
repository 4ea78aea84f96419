import { parseArgs } from 'node:util';
import { agent, swarm } from '@posthouse/runtime';
import { quiet, startServer } from '@posthouse/server';
import { TOKENS } from './fixed-tokens.ts';

/** A chat server in a process of its own, whose model is somewhere else. Says where it is with one line of JSON. */
const { values } = parseArgs({ options: { database: { type: 'string' }, port: { type: 'string' } } });
const teller = agent({
  name: 'teller',
  model: 'openai-compatible/tales',
  commTargets: [],
  enableEntrypoint: true,
  canCompleteTasks: true,
});
const { url, port } = await startServer(
  swarm({ name: 'tales', version: '1.0.0', agents: [teller], entrypoint: 'teller' }),
  {
    port: Number(values.port ?? 0),
    databaseURL: `sqlite:${values.database}`,
    logger: quiet,
    auth: { authenticate: (token) => Promise.resolve(TOKENS[token]) },
  },
);
process.stdout.write(`${JSON.stringify({ url, port })}\n`);
