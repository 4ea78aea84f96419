import type { NewEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { ended, logOf, posted, said, started } from './__fixtures__/log-of.ts';
import { type Arranged, MessageArranger } from './arrange-messages.ts';
import { answering, toldUpTo, toRuns } from './find-runs.ts';
import { toChatId } from './user-entries.ts';

function toItems(facts: readonly NewEntry[]): Arranged[] {
  const arranger = new MessageArranger();
  return [...logOf(facts).flatMap((entry) => arranger.take(entry)), ...arranger.rest()];
}

function arrange(facts: readonly NewEntry[]): string[] {
  return toItems(facts).map((item) =>
    item.role === 'user' ? toChatId(item.entry) : `${item.answerId}${item.ended ? '' : ' …'}`,
  );
}

const first = [started(1, 'u1'), posted(1, said('u1'))];

describe('the messages of a log', () => {
  test('are none before there are any, nor in a branch that has just begun', () => {
    expect(arrange([])).toEqual([]);
    expect(arrange([{ run: 0, type: 'notice', code: 'forked', text: 'continues' }])).toEqual([]);
  });

  test('are questions and answers in turn', () => {
    const facts = [...first, ended(1), started(2, 'u2'), posted(2, said('u2')), ended(2, 'error')];
    expect(arrange(facts)).toEqual(['u1', 'answer-1', 'u2', 'answer-2']);
  });

  test('end with the answer that is being written', () => {
    expect(arrange(first)).toEqual(['u1', 'answer-1 …']);
  });

  test('that waited stand before the run that answers them', () => {
    const queued = [...first, posted(1, said('u2')), posted(1, said('u3')), ended(1), started(2, 'u2')];
    expect(arrange(queued)).toEqual(['u1', 'answer-1', 'u2', 'answer-2 …', 'u3']);
    expect(arrange([...queued, ended(2), started(3, 'u3'), ended(3)])).toEqual([
      'u1',
      'answer-1',
      'u2',
      'answer-2',
      'u3',
      'answer-3',
    ]);
  });

  test('that cut in stand before the answer that they changed', () => {
    expect(arrange([...first, posted(1, said('u2', 'no', { cutsIn: true })), ended(1)])).toEqual([
      'u1',
      'u2',
      'answer-1',
    ]);
  });

  test('that cut in too late stand before the run that reads them', () => {
    const facts = [...first, posted(1, said('u2', 'no', { cutsIn: true })), ended(1), started(2, 'u2'), ended(2)];
    expect(arrange(facts)).toEqual(['u1', 'answer-1', 'u2', 'answer-2']);
  });

  test('that were never answered stay where they were written', () => {
    const stopped = [...first, posted(1, said('u2')), ended(1, 'cancelled', 'cancelled')];
    expect(arrange([...stopped, started(2, 'u3'), posted(2, said('u3')), ended(2)])).toEqual([
      'u1',
      'answer-1',
      'u2',
      'u3',
      'answer-2',
    ]);
  });

  test('are told once, to however many agents they went, and only those of the user', () => {
    const note = said('x');
    note.message.sender = { addressType: 'agent', address: 'writer' };
    const facts = [...first, { ...posted(1, said('u1')), to: 'other' } as NewEntry, posted(1, note), ended(1)];
    expect(arrange(facts)).toEqual(['u1', 'answer-1']);
  });

  test('that came without a chat have the id of their mail', () => {
    expect(arrange([started(1, 'u1'), posted(1, said('u1', 'hello', { chat: false }))])).toEqual([
      'mail-u1',
      'answer-1 …',
    ]);
  });
});

test('the runs of a log have a place, an answer, and what they answer', () => {
  const runs = toRuns(toItems([...first, posted(1, said('u2')), ended(1), started(2, 'u2'), ended(2)]));
  expect(runs.map(({ run, after, answerId, messages }) => [run, after, answerId, messages.map(toChatId)])).toEqual([
    [1, 0, 'answer-1', ['u1']],
    [2, 4, 'answer-2', ['u2']],
  ]);
  expect(answering(runs, 'u2')?.run).toBe(2);
  expect(answering(runs, 'u9')).toBeUndefined();
});

test('a message that was dropped with a run is part of that run, and not of the next', () => {
  const stopped = [...first, posted(1, said('u2')), ended(1, 'cancelled', 'cancelled')];
  const runs = toRuns(toItems([...stopped, started(2, 'u3'), posted(2, said('u3')), ended(2)]));
  expect(runs.map(({ messages, dropped }) => [messages.map(toChatId), dropped.map(toChatId)])).toEqual([
    [['u1'], ['u2']],
    [['u3'], []],
  ]);
  expect(answering(runs, 'u2')?.run).toBe(1);
  expect(toldUpTo(runs[0]!, 'u2')?.map(toChatId)).toEqual(['u1', 'u2']);
});
