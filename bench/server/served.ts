/** The server that `bench/server.ts` measures: a swarm that completes at once, and one that asks a model. */
import { agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { quiet } from '../../packages/server/src/logging/quiet.ts';
import { startServer } from '../../packages/server/src/start-server.ts';
import { answerParent } from './answer-parent.ts';

const [databaseURL = 'sqlite::memory:'] = process.argv.slice(2);

const complete: AgentFunction = () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] });
const rights = { commTargets: [], enableEntrypoint: true, canCompleteTasks: true };
const nothing = swarm({
  name: 'nothing',
  version: '1.0.0',
  entrypoint: 'clerk',
  agents: [agent({ name: 'clerk', ...rights, run: complete })],
});
const speaking = swarm({
  name: 'speaking',
  version: '1.0.0',
  entrypoint: 'speaker',
  agents: [
    // Where that model is, the environment says: OPENAI_BASE_URL.
    agent({ name: 'speaker', ...rights, model: 'openai/scripted', system: 'You answer.' }),
  ],
});

const token = 'token-of-the-bench';
const server = await startServer([nothing, speaking], {
  port: 0,
  databaseURL,
  auth: {
    // Whoever adds a name to the token is somebody else.
    authenticate: (given) => {
      const id = given === token ? 'bench' : given.slice(token.length + 1);
      return Promise.resolve(given.startsWith(token) ? { role: 'user', id, token: given } : undefined);
    },
  },
  logger: quiet,
  handleSignals: false,
});

answerParent(
  {
    address: () => ({ url: server.url, token }),
    /** Adds entries to a task one after the other, each in a tick of its own, as a running swarm would. */
    append: async ({ taskId, entries, bytes = 60 }: { taskId: string; entries: number; bytes?: number }) => {
      const { store } = server.served;
      const task = await store.find({ swarm: 'nothing', role: 'user', id: 'bench' }, taskId);
      const text = 'x'.repeat(bytes);
      for (let written = 0; written < entries; written += 1) {
        await store.commit({ task: task!.key, entries: [{ run: task!.run, type: 'notice', code: 'bench', text }] });
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  },
  () => server.stop({ drainMs: 0 }),
);
