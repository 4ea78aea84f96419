import { readMail, scripted } from '@posthouse/runtime/scripted';
import { agent, swarm } from '@posthouse/runtime';
import { openStore, type Store } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { callTown, type Town } from './__fixtures__/federated.ts';
import { PlainPeer } from '@posthouse/testkit';
import { until } from './__fixtures__/until.ts';
import type { Rate } from './edge/token-bucket.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

const LETTERS = process.env.TEST_FULL === '1' ? 600 : 150;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Reads what it is asked in this order, one at a time, once it is let go. */
class Reader {
  readonly read: string[] = [];
  readonly #gate = Promise.withResolvers<void>();
  readonly model = scripted(async ({ messages }) => {
    this.read.push(readMail(messages.at(-1)!.text).mail[0]?.body ?? '');
    await this.#gate.promise;
    return { toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }] };
  });

  go(): void {
    this.#gate.resolve();
  }
}

/** A server that knows two plain peers, and lets each of them write at a rate. All other callers are limited as well. */
async function serveLetters(reader: Reader, rate: Rate, store: Store) {
  const boss = agent({
    name: 'boss',
    model: reader.model,
    commTargets: ['supervisor@weather', 'supervisor@sea'],
    enableEntrypoint: true,
    enableInterswarm: true,
    canCompleteTasks: true,
  });
  const alpha = swarm({ name: 'alpha', version: '1.0.0', entrypoint: 'boss', enableInterswarm: true, agents: [boss] });
  const server = await startServer(alpha, {
    port: 0,
    store,
    logger: quiet,
    handleSignals: false,
    drainMs: 2_000,
    auth: {
      authenticate: async (token) => {
        const [role = '', id = ''] = token.split(':');
        return { role: role as 'user', id, token };
      },
    },
    outbound: { allowPrivateNetworks: true },
    modelCalls: { atOnce: 1, waitingPerCaller: 5, waiting: 20 },
    limits: { rate: { perSecond: 5, burst: 5 } },
    federation: { rate },
  });
  return server;
}

async function startPeers(town: Pick<Town, 'url'>): Promise<Record<'weather' | 'sea', PlainPeer>> {
  const start = async (name: string): Promise<PlainPeer> => {
    const peer = await PlainPeer.start({ name });
    peer.other = { url: town.url, swarm: 'alpha', token: `agent:${name}` };
    await callTown(town, '/swarms', {
      as: 'admin:root',
      body: { name, base_url: peer.url, auth_token: peer.token },
    });
    return peer;
  };
  return { weather: await start('weather'), sea: await start('sea') };
}

/** Whom a peer has been told that its task is complete, and how often. */
const told = (peer: PlainPeer): string[] =>
  peer
    .letters('back')
    .filter(({ payload }) => payload.subject === '::task_complete::')
    .map(({ payload }) => payload.task_id as string);

describe('a flood of mail from a peer that never retries', () => {
  test('a flood of mail is accepted whole and answered once each, while another peer and a user get their turns', async () => {
    const reader = new Reader();
    await using store = await openStore('sqlite::memory:');
    await using server = await serveLetters(reader, { perSecond: 200, burst: 10 }, store);
    const { weather, sea } = await startPeers(server);
    await using _weather = weather;
    await using _sea = sea;

    const receipts = await Promise.all(numbers(LETTERS).map((n) => weather.begin('boss@alpha', `flood ${n}`)));
    expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
    // Far more wait for the model than may wait of anybody who can be told to come again.
    expect((await sea.begin('boss@alpha', 'from the sea')).status).toBe(200);
    const local = callTown(server, '/message', { body: { body: 'from ada' } });
    await until(() => server.served.engine.queue.waiting >= LETTERS + 1);
    reader.go();

    expect((await local).body).toMatchObject({ status: 'complete' });
    await until(() => told(weather).length >= LETTERS && told(sea).length >= 1);
    expect(told(weather).toSorted()).toEqual(receipts.map(({ taskId }) => taskId).toSorted());
    expect(reader.read).toHaveLength(LETTERS + 2);
    for (const other of ['from the sea', 'from ada']) expect(reader.read.slice(0, 5)).toContain(other);
  });

  test('delays nobody else while it queues, and is accepted before the server stops', async () => {
    const reader = new Reader();
    reader.go();
    await using store = await openStore('sqlite::memory:');
    const server = await serveLetters(reader, { perSecond: 0.1, burst: 2 }, store);
    const { weather, sea } = await startPeers(server);
    await using _weather = weather;
    await using _sea = sea;

    const receipts = numbers(12).map((n) => weather.begin('boss@alpha', `flood ${n}`));
    await until(() => server.served.federation.line.waiting === 10);
    expect((await sea.begin('boss@alpha', 'from the sea')).status).toBe(200);
    expect((await callTown(server, '/message', { body: { body: 'from ada' } })).body).toMatchObject({
      status: 'complete',
    });
    expect(server.served.federation.line.waiting).toBe(10);

    await server.stop();
    const taken = await Promise.all(receipts);
    expect(taken.map(({ status }) => status)).toEqual(numbers(12).map(() => 200));
    const owner = { swarm: 'alpha', role: 'swarm', id: 'weather' } as const;
    const tasks = await Promise.all(taken.map(({ taskId }) => store.find(owner, taskId)));
    expect(tasks.every((task) => task !== undefined)).toBe(true);
  });
});
