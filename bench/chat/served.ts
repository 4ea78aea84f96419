/** The server that `bench/chat.ts` measures: a swarm whose runs stay open, one that answers at once, and one that asks a model. */
import { agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { quiet } from '../../packages/server/src/logging/quiet.ts';
import { startServer } from '../../packages/server/src/start-server.ts';
import { answerParent } from '../server/answer-parent.ts';

const rights = { commTargets: [], enableEntrypoint: true, canCompleteTasks: true };
const neverDone: AgentFunction = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
const open = swarm({
  name: 'open',
  version: '1.0.0',
  entrypoint: 'clerk',
  agents: [agent({ name: 'clerk', ...rights, run: neverDone })],
});
const complete: AgentFunction = () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] });
const quick = swarm({
  name: 'quick',
  version: '1.0.0',
  entrypoint: 'clerk',
  agents: [agent({ name: 'clerk', ...rights, run: complete })],
});
const speaking = swarm({
  name: 'speaking',
  version: '1.0.0',
  entrypoint: 'speaker',
  // Where that model is, the environment says: OPENAI_BASE_URL.
  agents: [agent({ name: 'speaker', ...rights, model: 'openai/scripted', system: 'You answer.' })],
});

const token = 'token-of-the-bench';
const owner = { role: 'user', id: 'bench' } as const;
const server = await startServer([open, quick, speaking], {
  port: 0,
  databaseURL: process.argv[2] ?? 'sqlite::memory:',
  auth: { authenticate: (given) => Promise.resolve(given === token ? { ...owner, token } : undefined) },
  logger: quiet,
  handleSignals: false,
});

answerParent(
  {
    address: () => ({ url: server.url, token }),
    /** Adds entries that are one chunk each to a run that is open, so many at a time, each time in a tick of its own. */
    append: async ({ taskId, entries, burst }: { taskId: string; entries: number; burst: number }) => {
      const { store } = server.served;
      const padding = 'x'.repeat(60);
      const task = await store.find({ swarm: 'open', ...owner }, taskId);
      for (let written = 0; written < entries; written += burst) {
        const batch = Array.from({ length: burst }, (_, index) => ({
          run: task!.run,
          type: 'notice' as const,
          code: 'bench',
          text: `${written + index} ${padding}`,
        }));
        await store.commit({ task: task!.key, entries: batch });
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  },
  () => server.stop({ drainMs: 0 }),
);
