import type { CallResult, JSONValue } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { RepeatBook } from './repeat-book.ts';

type Call = { tool?: string; input?: JSONValue; agent?: string; status?: CallResult['status'] };

/** A book of calls that were made in one turn each. */
function bookOf(...calls: Call[]): RepeatBook {
  const book = new RepeatBook();
  for (const [turn, call] of calls.entries()) note(book, turn, call);
  return book;
}

function note(book: RepeatBook, turn: number, call: Call): void {
  const { tool = 'find', input = {}, agent = 'boss', status = 'error' } = call;
  const entry = { run: 1, agent, turn, callId: 'c', tool, kind: 'action' as const };
  book.begin({ ...entry, type: 'call', input });
  book.end({ ...entry, type: 'call-ended', result: { status, content: '' } });
}

const next = (book: RepeatBook, input: JSONValue = {}, tool = 'find'): number =>
  book.timesOf({ tool, input }, { agent: 'boss', turn: 99 });

test('counts how often an agent has made the same call in vain', () => {
  expect(next(bookOf())).toBe(1);
  expect(next(bookOf({}, {}))).toBe(3);
});

test('treats arguments in another order as the same', () => {
  expect(next(bookOf({ input: { a: [1, { c: 2, d: 3 }], b: 4 } }), { b: 4, a: [1, { d: 3, c: 2 }] })).toBe(2);
});

test.each<[string, Call]>([
  ['another tool', { tool: 'look' }],
  ['other arguments', { input: { a: 1 } }],
  ['other arguments in a list, whose order counts', { input: [2, 1] }],
  ['another agent', { agent: 'clerk' }],
  ['a call that was not run', { status: 'not-run' }],
  ['a call of which nobody knows how it ended', { status: 'unknown' }],
])('does not count %s as a repetition', (_, call) => {
  expect(next(bookOf(call), call.input === undefined ? {} : [1, 2])).toBe(1);
});

test('starts again when the agent makes progress, which help is not', () => {
  expect(next(bookOf({}, {}, { tool: 'look', status: 'success' }))).toBe(1);
  expect(next(bookOf({}, {}, { tool: 'look', status: 'success', agent: 'clerk' }))).toBe(3);
  expect(next(bookOf({}, {}, { tool: 'help', status: 'success' }))).toBe(3);
});

test('counts repeated requests for help', () => {
  const help = { tool: 'help', status: 'success' } as const;
  expect(next(bookOf(help, help), {}, 'help')).toBe(3);
});

test('counts calls that are repeated within a turn once', () => {
  const book = bookOf({});
  note(book, 7, {});
  note(book, 7, {});
  expect(book.timesOf({ tool: 'find', input: {} }, { agent: 'boss', turn: 7 })).toBe(2);
  expect(next(book)).toBe(3);
});
