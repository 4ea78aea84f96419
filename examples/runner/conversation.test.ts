import { stripVTControlCharacters } from 'node:util';
import type { Fact, LogEntry, MAILMessage } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import { describe, expect, test } from 'vitest';
import { Conversation } from './conversation.ts';

const letter = (from: string, subject: string, body: string, addressType = 'agent'): MAILMessage =>
  ({ message: { sender: { addressType, address: from }, subject, body } }) as unknown as MAILMessage;
const entry = (fact: Fact, agent?: string): LogEntry => ({
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  run: 1,
  ...(agent === undefined ? {} : { agent, turn: 1 }),
  ...fact,
});
const answer = (delta: string): TokenEvent =>
  ({ type: 'token', agent: 'boss', kind: 'answer', delta }) as unknown as TokenEvent;

/** What a person would read. */
function read(...events: (LogEntry | TokenEvent)[]): string {
  let shown = '';
  const conversation = new Conversation((text) => (shown += text));
  for (const event of events) conversation.show(event);
  return stripVTControlCharacters(shown);
}

describe('a conversation', () => {
  test('tells who writes to whom, in one line', () => {
    const message = letter('boss', 'Sums', 'What is\n1 + 1?');
    expect(read(entry({ type: 'message', to: 'math', message }))).toBe('boss → math  Sums: What is 1 + 1?\n');
  });

  test('leaves out what the system says, and signals', () => {
    const system = letter('demo', 'Hello', 'Hello', 'system');
    const signal = letter('boss', '::task_complete::', 'Two.');
    expect(
      read(
        entry({ type: 'message', to: 'math', message: system }),
        entry({ type: 'message', to: 'all', message: signal }),
      ),
    ).toBe('');
  });

  test('shows an answer as it is written, and not again when it is there', () => {
    const ended = entry({ type: 'run-ended', outcome: 'complete', text: 'Two.' });
    expect(read(answer('Tw'), answer('o.'), ended)).toBe('boss answers: Two.');
    expect(read(ended)).toBe('complete: Two.\n');
  });
});

describe('what another swarm does', () => {
  const remote = (fact: Fact, agent?: string): LogEntry =>
    entry({ type: 'remote', swarm: 'beta', fact } as Fact, agent);

  test('is told with its addresses', () => {
    const message = letter('boss', 'Sums', 'What is 1 + 1?');
    expect(read(remote({ type: 'message', to: 'math', message }))).toBe(
      'boss@beta → math@beta  Sums: What is 1 + 1?\n',
    );
  });

  test('is told down to its calls', () => {
    const call = { callId: 'beta/1', tool: 'add', kind: 'action', input: { a: 1 } } as const;
    const started = remote({ type: 'call-started', ...call } as Fact, 'math@beta');
    const result = { status: 'success', content: 2 } as const;
    const ended = remote({ type: 'call-ended', ...call, result } as Fact, 'math@beta');
    expect(read(started, ended)).toBe('math@beta runs add({"a":1})\n    success: 2\n');
  });

  test('is not told twice: mail between it and us is in our own log, and so is the end of our run', () => {
    const message = letter('boss@alpha', 'Sums', 'What is 1 + 1?');
    const back = letter('boss', 'Re: Sums', 'Two.');
    expect(
      read(
        remote({ type: 'message', to: 'boss', message }),
        remote({ type: 'message', to: 'boss@alpha', message: back }),
        remote({ type: 'run-ended', outcome: 'complete', text: 'Two.' }),
      ),
    ).toBe('');
  });
});
