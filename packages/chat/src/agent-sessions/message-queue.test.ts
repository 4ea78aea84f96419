import { expect, test } from 'vitest';
import type { WhenBusy } from '../sessions/to-chat-request.ts';
import type { RunRecord, StoredAgentSession } from './agent-session-store.ts';
import { enqueue } from './message-queue.ts';

const said = (id: string) => ({ id, parts: [{ type: 'text' as const, text: id }] });

function sessionWith(status: RunRecord['status']): StoredAgentSession {
  const run = { node: 'n', message: said('now'), answerId: 'a', place: 2, status, startedAt: '' };
  return {
    owner: { role: 'user', id: 'alice' },
    id: 'chat',
    conversation: 'c',
    agent: 'actor',
    title: '',
    data: { messages: 2, cwd: '/', queue: [said('waits')], run },
    version: 1,
    createdAt: '',
    updatedAt: '',
  };
}

test.each<[whenBusy: WhenBusy, status: RunRecord['status'], queue: string[], halts: boolean]>([
  ['queue', 'running', ['waits', 'new'], false],
  ['interrupt', 'running', ['new', 'waits'], true],
  ['queue', 'paused', ['new', 'waits'], true],
  ['interrupt', 'paused', ['new', 'waits'], true],
  ['reject', 'paused', ['new', 'waits'], true],
])('a message with whenBusy "%s" to an answer that is %s leads to the queue %j; stops the answer: %j', (...row) => {
  const [whenBusy, status, queue, halts] = row;
  const before = sessionWith(status);
  const { session, halted } = enqueue(before, said('new'), whenBusy);
  expect(session).toEqual({ ...before, data: { ...before.data, queue: queue.map(said) } });
  expect(halted).toBe(halts ? before.data.run : undefined);
});

test('a message with whenBusy "reject" is refused while an answer is written', () => {
  expect(() => enqueue(sessionWith('running'), said('new'), 'reject')).toThrow(/is answering another message; send it/);
});
