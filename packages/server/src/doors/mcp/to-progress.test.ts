import type { LogEntry } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { toProgress } from './to-progress.ts';

const line = (fact: object): string | undefined =>
  toProgress({
    run: 1,
    seq: 1,
    at: '2026-03-01T08:30:00.000Z',
    agent: 'lead',
    turn: 1,
    ...fact,
  } as unknown as LogEntry);
const message = (sender: object, msgType = 'request', subject = 'Sum') => ({
  type: 'message',
  to: 'helper',
  message: {
    id: 'm',
    timestamp: '2026-03-01T08:30:00.000000+00:00',
    msgType,
    message: { sender, recipient: { addressType: 'agent', address: 'helper' }, subject, body: 'b' },
  },
});
const agent = { addressType: 'agent', address: 'lead' };
const call = { callId: 'c', tool: 'look', kind: 'action', input: {} };

test.each([
  [message(agent), 'lead writes to helper: Sum'],
  [message({ addressType: 'user', address: 'ada' }), undefined],
  [message(agent, 'broadcast_complete'), undefined],
  [{ type: 'text-started', attempt: 1, part: 0, kind: 'answer' }, 'lead writes the answer'],
  [{ type: 'text-started', attempt: 1, part: 0, kind: 'reasoning' }, 'lead thinks'],
  [{ type: 'call-started', ...call }, 'lead calls look'],
  [{ type: 'call-ended', ...call, result: { status: 'success', content: '' } }, undefined],
  [{ type: 'call-ended', ...call, result: { status: 'error', content: '' } }, 'look of lead: failed'],
  [{ type: 'call-ended', ...call, result: { status: 'not-run', content: '' } }, 'look of lead: not-run'],
  [{ type: 'call-ended', ...call, kind: 'mail', result: { status: 'error', content: '' } }, undefined],
  [{ type: 'notice', code: 'c', text: 'Mind the gap.' }, 'Mind the gap.'],
  [{ type: 'remote', swarm: 'annex', fact: { type: 'call-started', ...call } }, 'lead@annex calls look'],
  [{ type: 'usage', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }, undefined],
])('%j', (fact, expected) => {
  expect(line(fact)).toBe(expected);
});

test('a line stays a line', () => {
  const long = line({ type: 'notice', code: 'c', text: 'x'.repeat(500) })!;
  expect([long.length, long.at(-1)]).toEqual([200, '…']);
});
