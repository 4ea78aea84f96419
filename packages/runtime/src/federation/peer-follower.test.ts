import type { LogEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { until } from '../__fixtures__/two-nodes.ts';
import type { TokenEvent } from '../follow/follow-task.ts';
import { DEFAULT_POLICY } from './federation-policy.ts';
import { PeerFollower } from './peer-follower.ts';
import type { Peers } from './peers.ts';

type Event = LogEntry | TokenEvent;
const entry = (seq: number): LogEntry => ({ seq, run: 1, at: '', type: 'notice', code: 'c', text: `${seq}` });
const token = (delta: string): TokenEvent =>
  ({ type: 'token', agent: 'chief', turn: 1, attempt: 1, part: 0, kind: 'text', offset: 0, delta }) as TokenEvent;

/** A peer that tells these things, one list for each connection; an error cuts it. After the last it has nothing more. */
function telling(...connections: (Event | Error)[][]) {
  const asked: number[] = [];
  const peers = {
    async *follow({ after }: { after: number }, signal: AbortSignal): AsyncGenerator<Event> {
      asked.push(after);
      for (const each of connections[asked.length - 1] ?? []) {
        if (each instanceof Error) throw each;
        yield each;
      }
      if (asked.length >= connections.length) {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      }
    },
  } as unknown as Peers;
  return { peers, asked };
}

function follow(peers: Peers, record: (entries: LogEntry[], tokens: TokenEvent[]) => Promise<void>, after = 0) {
  return new PeerFollower({
    peers,
    task: { swarm: 'alpha', peer: 'beta', taskId: 't' },
    after,
    policy: { ...DEFAULT_POLICY, firstRetryMs: 1, longestRetryMs: 2 },
    record,
  });
}

describe('following a peer', () => {
  test('gives everything in order, after where we are', async () => {
    const { peers, asked } = telling([entry(4), token('x'), entry(5)]);
    const seen: string[] = [];
    const follower = follow(
      peers,
      async (entries, tokens) =>
        void seen.push(...entries.map(({ seq }) => String(seq)), ...tokens.map(({ delta }) => delta)),
      3,
    );
    await until(() => follower.recorded === 5);
    follower.stop();
    expect(asked).toEqual([3]);
    expect(seen.toSorted()).toEqual(['4', '5', 'x']);
  });

  test('goes on after a cut, and skips what comes again', async () => {
    const { peers, asked } = telling([entry(1), entry(2), new Error('cut')], [], [entry(2), entry(3)]);
    const seen: number[] = [];
    const follower = follow(peers, async (entries) => void seen.push(...entries.map(({ seq }) => seq)));
    await until(() => follower.recorded === 3);
    follower.stop();
    expect(asked).toEqual([0, 2, 2]);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('hands over at once what came while something was being written', async () => {
    const { peers } = telling([entry(1), entry(2), entry(3)]);
    const written = Promise.withResolvers<void>();
    const batches: number[][] = [];
    const follower = follow(peers, async (entries) => {
      batches.push(entries.map(({ seq }) => seq));
      if (batches.length === 1) await written.promise;
    });
    await until(() => batches.length === 1);
    for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(follower.recorded).toBe(0);
    written.resolve();
    await until(() => follower.recorded === 3);
    follower.stop();
    expect(batches).toEqual([[1], [2, 3]]);
  });

  test('ends when something cannot be written, so that another follower starts from the log', async () => {
    const { peers, asked } = telling([entry(1)], [entry(2)]);
    const follower = follow(peers, () => Promise.reject(new Error('the task changed hands')));
    await until(() => follower.stopped);
    expect(follower.recorded).toBe(0);
    expect(asked).toEqual([0]);
  });

  test('gives nothing more once it is stopped', async () => {
    const { peers } = telling([entry(1)]);
    let records = 0;
    const follower = follow(peers, async () => void (records += 1));
    follower.stop();
    for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([follower.stopped, records]).toEqual([true, 0]);
  });
});
