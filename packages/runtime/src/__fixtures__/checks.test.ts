import type { LogEntry, NewEntry } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { composeRequest } from '../messages/compose-messages.ts';
import { checkEffects } from './check-effects.ts';
import { checkLog } from './check-log.ts';
import { checkMail } from './check-mail.ts';
import { checkPrompt } from './check-prompt.ts';
import { checkWire } from './check-wire.ts';

/** Checks are only worth something if they find what is wrong; here is something wrong for each. */
const at = '2026-01-01T00:00:00.000Z';
const place = (entries: NewEntry[]): LogEntry[] => entries.map((entry, index) => ({ ...entry, seq: index + 1, at }));
const run = 1;
const started: NewEntry = { run, type: 'run-started', answerId: 'a' };
const ended: NewEntry = { run, type: 'run-ended', outcome: 'complete', text: '' };
const ref = { run, agent: 'a', turn: 1, callId: 'c', tool: 't', kind: 'action' as const };
const call: NewEntry = { ...ref, type: 'call', input: {} };
const callStarted: NewEntry = { ...ref, type: 'call-started', input: {} };
const callEnded: NewEntry = { ...ref, type: 'call-ended', result: { status: 'success', content: '' } };
const asked: NewEntry & { type: 'paused' } = { run, type: 'paused', calls: [{ callId: 'c', tool: 't', input: {} }] };
const granted: NewEntry = { run, type: 'resumed', callIds: ['c'] };
const mail: NewEntry = { ...ref, kind: 'mail', type: 'call', input: {} };
const writer = { agent: 'a', turn: 1 };
const text = { ...writer, attempt: 1, part: 0, kind: 'text' as const };
const begun: NewEntry = { run, ...writer, type: 'text-started', attempt: 1, part: 0, kind: 'text' };
const written: NewEntry = { run, ...writer, type: 'text-written', attempt: 1, parts: [{ ...text, text: 'x' }] };
const abandoned: NewEntry = { ...written, type: 'text-abandoned' };

test.each<[string, NewEntry[]]>([
  ['run 1 has not ended', [started]],
  ['run 1 starts at 2 while run 1 is open', [started, started, ended]],
  ['run-ended at 3 is of run 1, the open run is none', [started, ended, ended]],
  ['a/1/c is made twice', [started, call, call, callEnded, ended]],
  ['a/1/c has ended 0 times', [started, call, ended]],
  ['a/1/c has ended 2 times', [started, call, callEnded, callEnded, ended]],
  ['a/1/c has started 2 times', [started, call, callStarted, callStarted, callEnded, ended]],
  ['call-ended at 2 is of a call that was not made: a/1/c', [started, callEnded, ended]],
  ['call-started at 4 comes after the end of a/1/c', [started, call, callEnded, callStarted, ended]],
  ['a/1/c is of kind mail and starts', [started, mail, callStarted, callEnded, ended]],
  ['a/1/1/0 came to nothing in run 1', [started, begun, ended]],
  ['a/1/1/0 begins again at 3', [started, begun, begun, written, ended]],
  ['a/1/1/0 begins again at 3', [started, written, begun, ended]],
  ['a/1/1/0 ends again at 4', [started, begun, written, abandoned, ended]],
  ['a/1/1/0 ends as text at 3', [started, { ...begun, kind: 'answer' }, written, ended]],
  ['a/1/1/0 is told of at 2, by b/1/1', [started, { ...written, agent: 'b' }, ended]],
  ['4 asks about c, which was answered before', [started, call, callEnded, asked, ended]],
  ['5 asks about c, which was answered before', [started, call, asked, granted, asked, callEnded, ended]],
  [
    '5 asks about c, which was answered before',
    [started, call, asked, { ...asked, calls: [] }, asked, callEnded, ended],
  ],
  ['2 resumes c, which no pause named', [started, { run, type: 'resumed', callIds: ['c'] }, ended]],
])('checkLog finds what is wrong: %s', (problem, entries) => {
  expect(checkLog(place(entries))).toContain(problem);
});

test('a log with a gap, or one that runs backwards, is found wrong', () => {
  const [first, last] = place([started, ended]) as [LogEntry, LogEntry];
  expect(checkLog([first, { ...last, seq: 3 }])).toEqual(['entry 2 has the number 3']);
  expect(checkLog([first, { ...last, at: '2025-01-01T00:00:00.000Z' }])).toEqual([
    'entry 2 is older than the one before it',
  ]);
});

test('a correct log has no findings', () => {
  expect(checkLog(place([started, call, callStarted, callEnded, ended]))).toEqual([]);
  expect(checkLog(place([started, begun, written, ended]))).toEqual([]);
  expect(checkLog(place([started, call, asked, asked, granted, callEnded, ended]))).toEqual([]);
  expect(checkLog(place([started, abandoned, ended]))).toEqual([]);
});

const message = composeRequest(
  { taskId: 't', swarm: 's' },
  { sender: { addressType: 'agent', address: 'b' }, recipient: 'a', subject: 'Hi', body: '' },
);
const sent: NewEntry = { run, type: 'message', to: 'a', message };
const turn = (number: number) => {
  const data = { format: 1, attempt: 1, inputs: [message], messages: [], calls: [] };
  return { agent: 'a', turn: number, run, done: true, data: data as never };
};

test('mail that was lost, read twice, or sent by nobody is found', () => {
  const entries = place([started, sent, ended]);
  const whole = { entries, mail: [], open: [] };
  expect(checkMail({ ...whole, done: [] })).toEqual(["'Hi' from b to a is lost"]);
  expect(checkMail({ ...whole, done: [turn(1), turn(2)] })).toContain("'Hi' from b to a is in 2 places");
  expect(checkMail({ ...whole, done: [turn(1)] })).toEqual([]);
  expect(checkMail({ ...whole, entries: [], done: [turn(1)] })).toEqual([`nobody sent a/${message.id}`]);
});

test('mail that was dropped with a notice is not lost', () => {
  const notice: NewEntry = { run, type: 'notice', code: 'mail_dropped', text: 'not delivered: b to a: Hi' };
  expect(checkMail({ entries: place([started, sent, notice, ended]), mail: [], open: [], done: [] })).toEqual([]);
});

const effect = { tool: 't', idempotent: false, key: 's/user/u/task/a/1/c' };

test('effects that were repeated, not announced, or not told are found', () => {
  const entries = place([started, call, callStarted, callEnded, ended]);
  expect(checkEffects([effect], entries)).toEqual([]);
  expect(checkEffects([effect, effect], entries)).toEqual(['t (a/1/c) ran 2 times']);
  expect(checkEffects([], entries)).toEqual(['t (a/1/c) succeeded without running']);
  expect(checkEffects([effect], place([started, call, callEnded, ended]))).toEqual([
    't (a/1/c) ran before its start was recorded',
  ]);
  expect(checkEffects([effect], [])).toEqual(['t (s/user/u/task/a/1/c) ran, and no call in the log says so']);
});

test('a prompt whose calls and results do not match is found wrong', () => {
  const said = {
    role: 'assistant' as const,
    content: [{ type: 'tool-call' as const, toolCallId: 'c', toolName: 't', input: {} }],
  };
  const data = { format: 1 as const, attempt: 1, inputs: [], messages: [said], calls: [] };
  expect(checkPrompt('a', [data])).toEqual(['a is prompted with the calls c and the results none']);
});

test.each<[string, unknown]>([
  ['no results of c at the end', { messages: [{ role: 'assistant', tool_calls: [{ id: 'c' }] }] }],
  ['a result of c, which is not open', { messages: [{ role: 'tool', tool_call_id: 'c', content: 'x' }] }],
  ['no output of c', { input: [{ type: 'function_call', call_id: 'c' }] }],
  ['an output of c, which is not open', { input: [{ type: 'function_call_output', call_id: 'c' }] }],
  [
    'no results of c',
    {
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c' }] },
      ],
    },
  ],
])('a wrong request is found: %s', (problem, body) => {
  expect(checkWire(body)).toContain(problem);
});
