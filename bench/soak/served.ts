/** A server of `bench/soak.ts`, in a process of its own. It keeps things for seconds instead of days. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { action, agent, swarm } from '@posthouse/runtime';
import { createLogger } from '../../packages/server/src/logging/create-logger.ts';
import { watchRetention } from '../../packages/server/src/retention/watch-retention.ts';
import { startServer } from '../../packages/server/src/start-server.ts';
import { answerParent } from '../server/answer-parent.ts';
import type { Reading } from './reading.ts';

const [name = '', file = ''] = process.argv.slice(2);
const KEPT_MS = 10_000;
const LOOK_MS = 1_000;
/** Tombstones are kept for a month, records of deletions for a year. Both pass every ten seconds here. */
const DAY_MS = 24 * 3_600_000;
const MONTH_MS = 31 * DAY_MS;
const YEAR_MS = 366 * DAY_MS;
const TIME_PASSES_MS = 10_000;

const lookUp = action({
  name: 'look_up',
  description: 'Looks a word up.',
  parameters: { type: 'object', properties: { word: { type: 'string' } } },
  execute: ({ word }: { word: string }) => ({ word, meaning: 'an animal. '.repeat(200) }),
});
const town = swarm({
  name,
  version: '1.0.0',
  entrypoint: 'boss',
  enableInterswarm: true,
  agents: [
    agent({
      name: 'boss',
      // Where that model is, the environment says: OPENAI_COMPATIBLE_BASE_URL.
      model: 'openai-compatible/soak',
      commTargets: ['alpha', 'beta'].filter((each) => each !== name).map((each) => `boss@${each}`),
      actions: [lookUp],
      enableEntrypoint: true,
      enableInterswarm: true,
      canCompleteTasks: true,
    }),
  ],
});
const logger = createLogger({ level: 'error' });
const server = await startServer(town, {
  port: 0,
  databaseURL: `sqlite:${file}`,
  auth: {
    authenticate: (token) => {
      const [role = '', id = ''] = token.split(':');
      return Promise.resolve({ role: role as 'user', id, token });
    },
  },
  logger,
  outbound: { allowPrivateNetworks: true },
  // Nonces are remembered for as long as signatures count.
  federation: { signatureMs: 5_000, rate: { perSecond: 10_000, burst: 10_000 } },
  handleSignals: false,
});
const kept = { complete: KEPT_MS, error: KEPT_MS, cancelled: KEPT_MS, paused: KEPT_MS, sessions: KEPT_MS };
const retention = watchRetention(server.served, { retention: kept, logger, everyMs: LOOK_MS });

const beside = new DatabaseSync(file, { timeout: 5_000 });
const count = (sql: string): number => Number(Object.values(beside.prepare(sql).get() ?? {})[0]);
const timePasses = setInterval(() => {
  beside.exec(`UPDATE task SET sweep = sweep - ${MONTH_MS} WHERE sweep > ${MONTH_MS}`);
  beside.exec(`UPDATE deletion SET at = at - ${YEAR_MS}`);
}, TIME_PASSES_MS);

function read(): Reading {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = Object.groupBy(process.getActiveResourcesInfo(), (resource) => resource);
  return {
    heap: heapUsed + external,
    rss,
    file: statSync(file).size,
    used: (count('PRAGMA page_count') - count('PRAGMA freelist_count')) * count('PRAGMA page_size'),
    wal: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    timers: resources.Timeout?.length ?? 0,
    handles: process.getActiveResourcesInfo().length - (resources.Timeout?.length ?? 0),
    tasks: count(`SELECT count(*) FROM task WHERE role NOT LIKE 'deleted%'`),
    tombstones: count(`SELECT count(*) FROM task WHERE role LIKE 'deleted%'`),
  };
}

answerParent({ address: () => ({ url: server.url }), read }, async () => {
  clearInterval(timePasses);
  retention[Symbol.dispose]();
  beside.close();
  await server.stop({ drainMs: 0 });
});
