import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LogEntry, MAILMessage, NewEntry } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { toLines } from './to-lines.ts';

const sender = (address: string, addressType: 'agent' | 'user' | 'system' = 'agent') => ({ addressType, address });

function said(from: ReturnType<typeof sender>, to: string[], body: string, subject = ''): MAILMessage {
  const recipients = to.map((name) => sender(name));
  const message = { taskId: 't', broadcastId: 'b', sender: from, recipients, subject, body };
  return { id: `${from.address}/${body}`, timestamp: '2026-01-01T00:00:00+00:00', msgType: 'broadcast', message };
}

function show(...facts: NewEntry[]): string[] {
  const seen = new Set<string>();
  const entries = facts.map((fact, index): LogEntry => ({ ...fact, seq: index + 1, at: '2026-01-01T00:00:00.000Z' }));
  return entries.flatMap((entry) => toLines(entry, seen)).map(({ kind, text }) => `${kind}: ${text}`);
}

test('a message to many is one line', () => {
  const message = said(sender('Ann'), ['all'], 'Hello.');
  expect(
    show({ run: 1, type: 'message', to: 'Ben', message }, { run: 1, type: 'message', to: 'Cleo', message }),
  ).toEqual(['public: Ann: Hello.']);
});

test('a private message names its recipients', () => {
  const message = said(sender('Ann'), ['Ben', 'Cleo'], 'Psst.');
  expect(show({ run: 1, type: 'message', to: 'Ben', message })).toEqual(['private: Ann → Ben, Cleo: Psst.']);
});

test('messages of the system to itself are not shown', () => {
  const step = said(sender('saltmarsh', 'system'), ['Ann'], 'Speak.', '::manual_step::');
  const end = said(sender('Narrator'), ['all'], 'The end.', '::task_complete::');
  expect(
    show({ run: 1, type: 'message', to: 'Ann', message: step }, { run: 1, type: 'message', to: 'all', message: end }),
  ).toEqual([]);
});

test('moves, notes and the end are shown', () => {
  const call = { run: 1, agent: 'Ann', turn: 1, type: 'call-ended', callId: 'c', kind: 'action' } as const;
  expect(
    show(
      { ...call, tool: 'select_speaker', result: { status: 'success', content: 'Ben has the word.' } },
      {
        ...call,
        tool: 'note_suspicion',
        result: {
          status: 'success',
          content: [
            { player: 'Ben', level: 3 },
            { player: 'Cleo', level: 1 },
          ],
        },
      },
      { ...call, tool: 'other', result: { status: 'success', content: { a: 1 } } },
      { ...call, kind: 'mail', tool: 'task_complete', result: { status: 'success', content: '' } },
      { run: 1, agent: 'Ann', turn: 2, type: 'compacted', through: 1 },
      { run: 1, type: 'run-ended', outcome: 'complete', text: 'The end.' },
      { run: 1, type: 'notice', code: 'x', text: 'y' },
    ),
  ).toEqual([
    'move: Ann · select_speaker: Ben has the word.',
    'move: Ann · note_suspicion: Ben 3, Cleo 1',
    'move: Ann · other: {"a":1}',
    'note: (Ann sums up what happened up to its turn 1)',
    'end: The end.',
  ]);
});

test('the command plays a game and names the winner', async () => {
  const run = (...options: string[]) => promisify(execFile)(process.execPath, ['examples/mafia/run.ts', ...options]);
  const { stdout } = await run('--players', '5', '--seed', '7');
  expect(stdout).toContain('Night falls over Saltmarsh');
  expect(stdout).toMatch(/Winner after \d+ nights: .*(town|mafia|jester)/);
  expect((await run('--help')).stdout).toContain('--players');
  await expect(run('--players', '3')).rejects.toThrow('Mafia is for 4 to 16 players');
});
