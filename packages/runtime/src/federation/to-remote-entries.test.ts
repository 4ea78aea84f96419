import type { LogEntry, NewEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { letter, taskAt } from '../__fixtures__/letters.ts';
import { toRemotePlace } from '../task/letters/remote-place.ts';
import {
  decideRemoteEntries,
  fromRemoteCallId,
  isArrivalOf,
  toRecordedPlaces,
  toRemoteCallId,
  toRemoteEntry,
} from './to-remote-entries.ts';

const entry = (fact: Omit<NewEntry, 'run'> & { run?: number }, seq = 1): LogEntry =>
  ({ run: 4, at: '2026-01-01T00:00:00.000Z', seq, ...fact }) as LogEntry;
const text = { agent: 'chief', turn: 2, attempt: 1, part: 0, kind: 'text', text: 'deep' } as const;
const open = { callId: 'c', tool: 't', input: {} };

describe('an entry of a peer', () => {
  test("a peer's entry is logged in our run, with its swarm and the agent and turn that it has there", () => {
    const notice = entry({ agent: 'chief', turn: 2, type: 'notice', code: 'c', text: 't' } as never);
    expect(toRemoteEntry(notice, 'beta', 9)).toEqual({
      run: 9,
      agent: 'chief@beta',
      turn: 2,
      type: 'remote',
      swarm: 'beta',
      fact: { type: 'notice', code: 'c', text: 't' },
    });
  });

  test('needs neither an agent nor a turn', () => {
    const ended = entry({ type: 'run-ended', outcome: 'complete', text: 'x' } as never);
    expect(toRemoteEntry(ended, 'beta', 1)).toEqual({
      run: 1,
      type: 'remote',
      swarm: 'beta',
      fact: { type: 'run-ended', outcome: 'complete', text: 'x' },
    });
  });

  test('keeps the mark of the swarm that it first came from: one level is enough', () => {
    const fact = { type: 'call-started', callId: 'gamma/c' } as const;
    const relayed = entry({ agent: 'head@gamma', turn: 3, type: 'remote', swarm: 'gamma', fact } as never);
    expect(toRemoteEntry(relayed, 'beta', 1)).toEqual({
      run: 1,
      ...toRemotePlace('beta', { agent: 'head@gamma', turn: 3 }),
      type: 'remote',
      swarm: 'gamma',
      fact: { type: 'call-started', callId: 'beta/gamma/c' },
    });
  });

  test.each([
    [
      { type: 'call', kind: 'action', ...open, reasoningRef: 'c0' },
      { callId: 'beta/c', reasoningRef: 'beta/c0' },
    ],
    [{ type: 'call', kind: 'action', ...open }, { callId: 'beta/c' }],
    [{ type: 'call-ended', callId: 'c', result: { status: 'success', content: '' } }, { callId: 'beta/c' }],
    [{ type: 'paused', calls: [open] }, { calls: [{ ...open, callId: 'beta/c' }] }],
    [{ type: 'resumed', callIds: ['c'] }, { callIds: ['beta/c'] }],
    [{ type: 'text-written', attempt: 1, parts: [text] }, { parts: [{ ...text, agent: 'chief@beta' }] }],
    [{ type: 'text-abandoned', attempt: 1, parts: [text] }, { parts: [{ ...text, agent: 'chief@beta' }] }],
  ])("a peer's entry gets call ids and agent names as used here: %j", (fact, expected) => {
    const told = toRemoteEntry(entry(fact as never), 'beta', 1);
    expect(told).toMatchObject({ fact: { ...fact, ...expected } });
  });
});

test('a call id survives the way there and back, however far', () => {
  expect(fromRemoteCallId('beta', toRemoteCallId('beta', 'gamma/c'))).toBe('gamma/c');
});

describe('decideRemoteEntries', () => {
  const two = [entry({ type: 'notice', code: 'c', text: '1' } as never, 5), entry({ type: 'notice' } as never, 6)];

  test('logs entries of a peer in the open run, together with how far we have read', () => {
    const task = taskAt({ followed: { gamma: { run: 1, seq: 2 } } });
    const { entries, data } = decideRemoteEntries(task, 'beta', two);
    expect(entries.map(({ type, run }) => [type, run])).toEqual([
      ['remote', 1],
      ['remote', 1],
    ]);
    expect(data).toEqual({ followed: { gamma: { run: 1, seq: 2 }, beta: { run: 1, seq: 6 } } });
  });

  test('logs nothing if no run is open', () => {
    expect(decideRemoteEntries(taskAt({}, { openRun: null }), 'beta', two)).toEqual({ entries: [] });
  });
});

test('toRecordedPlaces leaves out turns of which only a text has begun', () => {
  const entries = [
    entry({ agent: 'chief', turn: 1, type: 'text-started', attempt: 1, part: 0, kind: 'text' } as never),
    entry({ agent: 'chief', turn: 2, type: 'text-written', attempt: 1, parts: [text] } as never),
    entry({ type: 'notice', code: 'c', text: 't' } as never),
    entry({ agent: 'head@gamma', turn: 3, type: 'remote', swarm: 'gamma', fact: { type: 'text-started' } } as never),
    entry({ agent: 'head@gamma', turn: 4, type: 'remote', swarm: 'gamma', fact: { type: 'usage' } } as never),
  ];
  expect(toRecordedPlaces(entries, 'beta')).toEqual([
    { agent: 'chief@beta', turn: 2 },
    toRemotePlace('beta', { agent: 'head@gamma', turn: 4 }),
  ]);
});

test('isArrivalOf recognises the message itself, and the start of a run with it', () => {
  const message = letter('boss@alpha', 'chief');
  const arrived = entry({ type: 'message', to: 'chief', message } as never);
  const started = entry({ type: 'run-started', answerId: 'a', messages: [message.id] } as never);
  const silent = entry({ type: 'run-started', answerId: 'a' } as never);
  expect([arrived, started, silent].map((each) => isArrivalOf(each, [message.id]))).toEqual([true, true, false]);
  expect([arrived, started].map((each) => isArrivalOf(each, ['other']))).toEqual([false, false]);
});
