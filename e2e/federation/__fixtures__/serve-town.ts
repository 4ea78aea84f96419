import type { Swarm } from '@posthouse/runtime';
import { type Authenticator, createLogger, startServer } from '@posthouse/server';
import { openStore } from '@posthouse/store';
import { Deadline, type Death } from '../../../packages/runtime/src/__fixtures__/deadline.ts';
import { faultyStore } from '../../../packages/runtime/src/__fixtures__/faulty-store.ts';

/** What a server process is told when it starts. */
export type TownPlan = {
  name: string;
  /** The towns whose boss the boss of this one may write to. */
  others: string[];
  /** Store URL. */
  database: string;
  /** Where others reach it, whatever port it has this time. */
  publicURL: string;
  /** The file to which stamps are added. */
  effects: string;
  /** Kills itself at a moment of its own work. */
  death?: Death;
  /** How long a peer may take to answer. */
  timeoutMs?: number;
  /** How long the end of a peer's work waits for the log of it. */
  catchUpMs?: number;
};

/** What this process was told. */
export function readPlan(): TownPlan {
  return JSON.parse(process.argv[2]!) as TownPlan;
}

/** Everybody is whoever their token says: `user:ada`, `admin:root`, `agent:alpha`. */
const auth: Authenticator = {
  authenticate: async (token) => {
    const [, role, id] = /^(user|admin|agent):(.+)$/.exec(token) ?? [];
    return role === undefined ? undefined : { role: role as 'user', id: id!, token };
  },
};

/** Serves a town and says where, with one line of JSON. */
export async function serveTown(town: Swarm, plan: TownPlan): Promise<void> {
  const { database, publicURL, death, timeoutMs, catchUpMs = 300 } = plan;
  const { url, port } = await startServer(town, {
    port: 0,
    publicURL,
    auth,
    // One that may die does so at a moment of its work with the store.
    ...(death === undefined
      ? { databaseURL: database }
      : { store: faultyStore(await openStore(database), new Deadline(death)) }),
    logger: createLogger({ level: 'warn', format: 'json' }),
    outbound: { allowPrivateNetworks: true },
    // Impatient, so that no test has to wait; and never tired of a peer, however often it is down.
    federation: {
      policy: { firstRetryMs: 10, longestRetryMs: 150, catchUpMs },
      breaker: { failures: 1_000_000 },
      rate: { perSecond: 10_000, burst: 10_000 },
      timeoutMs,
    },
    drainMs: 0,
  });
  process.stdout.write(`${JSON.stringify({ url, port })}\n`);
}
