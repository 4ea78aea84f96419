import type { LogEntry } from '@posthouse/protocol';
import { readMail } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { startBadRoad } from './__fixtures__/bad-road.ts';
import { callTown, startTown, type Town, townOf } from './__fixtures__/federated.ts';
import { calls, complete } from './__fixtures__/scenarios.ts';
import { until } from './__fixtures__/until.ts';

const SEEDS = process.env.TEST_FULL === '1' ? 60 : 3;
const MISHAPS = 12;

/** Impatient, so that a test need not wait; and never tired of a peer. */
const federation = {
  policy: { firstRetryMs: 5, longestRetryMs: 40, catchUpMs: 200 },
  breaker: { failures: 1_000_000 },
};

const entriesOf = async (town: Town, role: 'user' | 'swarm', id: string): Promise<LogEntry[]> => {
  const { store } = town.served;
  const task = await store.find({ swarm: town.name, role, id }, 't');
  return task === undefined ? [] : (await store.read(task.key, 0, 1_000)).entries;
};
const register = (one: Town, other: Town, url: string) =>
  callTown(one, '/swarms', {
    as: 'admin:root',
    body: { name: other.name, base_url: url, auth_token: `agent:${one.name}` },
  });
/** How often each message was heard, by id and by whom. */
const countsOf = (entries: readonly LogEntry[]): number[] => {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    const id = `${entry.message.id} ${entry.to}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts.values()];
};
const ask = (body: string): [string, object] => ['send_request', { target: 'boss@beta', subject: 'Question', body }];
/** What each word of the end of a run says it has seen. */
const endingsIn = (entries: readonly LogEntry[]): string[][] =>
  entries.flatMap((entry) => {
    if (entry.type !== 'message' || entry.to !== 'boss@alpha') return [];
    const { ended } = (entry.message.message.routingInfo?.letter ?? {}) as { ended?: { seen: string[] } };
    return ended === undefined ? [] : [ended.seen];
  });

describe('federation over a bad network', () => {
  test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'two servers lose nothing and do nothing twice (seed %i)',
    async (seed) => {
      let heard = 0;
      const completing = Promise.withResolvers<void>();
      const alpha = townOf(
        'alpha',
        ({ messages }) => {
          const text = messages.map(({ text: each }) => each).join('\n');
          const order = /^ask (one|two)$/m.exec(messages.at(-1)!.text)?.[1];
          if (order !== undefined) return calls(ask(order));
          const missing = ['answer to one', 'answer to two'].filter((each) => !text.includes(each));
          if (missing.length === 0) return complete('both answered');
          return text.includes('could not be') ? complete('something was lost') : calls(['await_message', {}]);
        },
        ['beta'],
      );
      const beta = townOf(
        'beta',
        async ({ messages }) => {
          const bodies = readMail(messages.at(-1)!.text)
            .mail.map(({ body }) => body)
            .filter((body) => body === 'one' || body === 'two');
          heard += bodies.length;
          const replies = bodies.map((body): [string, object] => [
            'send_response',
            { target: 'boss@alpha', subject: 'Answer', body: `answer to ${body}` },
          ]);
          // The second question comes in while the run that it belongs to is being completed.
          completing.resolve();
          await until(async () => countsOf(await entriesOf(there, 'swarm', 'alpha')).length > 1, 60_000);
          return calls(...replies, ['task_complete', { finish_message: `heard ${bodies.join()}` }]);
        },
        ['alpha'],
      );
      const [here, there] = [await startTown(alpha, federation), await startTown(beta, federation)];
      await using toBeta = await startBadRoad(there.url, { seed, share: 0.5, most: MISHAPS });
      await using toAlpha = await startBadRoad(here.url, { seed: seed + 1_000, share: 0.5, most: MISHAPS });
      try {
        await register(here, there, toBeta.url);
        await register(there, here, toAlpha.url);
        const answers = [callTown(here, '/message', { body: { body: 'ask one', task_id: 't' } })];
        await completing.promise;
        answers.push(callTown(here, '/message', { body: { body: 'ask two', task_id: 't' } }));
        const roads = () => JSON.stringify([toBeta.mishaps, toAlpha.mishaps]);
        for (const { body } of await Promise.all(answers)) expect(body.response, roads()).toBe('both answered');
        expect(heard, roads()).toBe(2);
        await until(async () => endingsIn(await entriesOf(there, 'swarm', 'alpha')).length === 2);
        for (const entries of [await entriesOf(here, 'user', 'ada'), await entriesOf(there, 'swarm', 'alpha')]) {
          expect(Math.max(...countsOf(entries)), roads()).toBe(1);
          const started = entries.filter((entry) => entry.type === 'run-started').length;
          expect(entries.filter((entry) => entry.type === 'run-ended').length, roads()).toBe(started);
        }
        const own = await entriesOf(here, 'user', 'ada');
        expect(own.filter((entry) => entry.type === 'run-ended')).toHaveLength(1);
        // Each question had a run of its own there, and is told of once.
        const theirs = await entriesOf(there, 'swarm', 'alpha');
        expect(theirs.flatMap((entry) => (entry.type === 'run-ended' ? [entry.text] : []))).toEqual([
          'heard one',
          'heard two',
        ]);
        expect(endingsIn(theirs).map((seen) => seen.length)).toEqual([1, 1]);
        expect(theirs.filter((entry) => entry.type === 'notice' && entry.code === 'mail_dropped')).toEqual([]);
      } finally {
        await Promise.all([here, there].map((town) => town.stop({ drainMs: 0 })));
      }
    },
    120_000,
  );
});
