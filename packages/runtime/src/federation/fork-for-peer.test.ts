import type { MAILMessage } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { letter } from '../__fixtures__/letters.ts';
import { toStoredTurn } from '../task/turn-data.ts';
import { turnsBefore } from './fork-for-peer.ts';

const turn = (number: number, inputs: MAILMessage[], changes: Partial<Turn> = {}): Turn =>
  toStoredTurn(
    { agent: 'boss', turn: number, run: 1, done: true, ...changes },
    { format: 1, inputs, attempt: 1, messages: [], calls: [] },
  );
const asked = (taskRun?: number) =>
  letter('chief@beta', 'boss', 'request', { note: taskRun === undefined ? {} : { taskRun } });
const numbers = (turns: Turn[]) => turnsBefore(turns, 2).map(({ turn: number }) => number);

describe('the turns before a run of the owner', () => {
  test('end where an agent has read a letter of that run or of a later one', () => {
    expect(numbers([turn(1, [asked(1)]), turn(2, [asked(2)])])).toEqual([1]);
    expect(numbers([turn(1, [asked(1)]), turn(2, [asked(7)])])).toEqual([1]);
    expect(numbers([turn(1, [asked(1)]), turn(2, [letter('boss', 'clerk')])])).toEqual([1, 2]);
  });

  test('contain nothing that began afterwards, whatever it has read', () => {
    const clerk = turn(3, [letter('boss', 'clerk')], { agent: 'clerk' });
    expect(numbers([turn(1, [asked(1)]), turn(2, [asked(2)]), clerk])).toEqual([1]);
  });

  test('contain neither a turn that is under way nor anything that follows from it', () => {
    const open = turn(2, [asked(2)], { done: false });
    expect(numbers([turn(1, [asked(1)]), turn(3, [letter('boss', 'clerk')]), open])).toEqual([1]);
  });

  test('contain what an earlier fork has copied, whichever runs that was about', () => {
    expect(numbers([turn(1, [asked(9)], { run: 0 }), turn(2, [asked(1)]), turn(3, [asked(2)])])).toEqual([1, 2]);
  });

  test('end at a question that does not say which run it belongs to, but not at such an answer', () => {
    const answer = letter('chief@beta', 'boss', 'response');
    expect(numbers([turn(1, [asked(1)]), turn(2, [answer]), turn(3, [asked()]), turn(4, [asked(1)])])).toEqual([1, 2]);
  });
});
