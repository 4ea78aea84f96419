import { describe, expect, it } from 'vitest';
import { mailTo } from '../contract/__fixtures__/samples.ts';
import type { TaskStatus } from '../task.ts';
import { placeMail } from './place-mail.ts';
import { isRunning, wakeAfterPut, wakeOf } from './wake.ts';

const nothing = { earliestDue: null, hasOpenTurn: false };
const neverAsked = (): never => {
  throw new Error('asked without need');
};

describe('the wake time of a task', () => {
  it('a task wakes now while a run is running, without a query', () => {
    expect(wakeOf({ status: 'running', openRun: 3 }, neverAsked)).toBe(0);
  });

  it.each<[TaskStatus, number | null]>([
    ['running', null],
    ['paused', 1],
    ['complete', null],
    ['error', null],
    ['cancelled', null],
  ])('a task that is %s, open run %s, without mail or turn has no wake time', (status, openRun) => {
    expect(wakeOf({ status, openRun }, () => nothing)).toBeNull();
    expect(isRunning({ status, openRun })).toBe(false);
  });

  it('a task wakes when its earliest mail is due', () => {
    for (const status of ['running', 'paused', 'complete'] as const) {
      expect(wakeOf({ status, openRun: null }, () => ({ earliestDue: 1_234, hasOpenTurn: false }))).toBe(1_234);
    }
  });

  it('a task wakes now while a turn is open, unless it is paused', () => {
    const waiting = () => ({ earliestDue: 1_234, hasOpenTurn: true });
    expect(wakeOf({ status: 'complete', openRun: null }, waiting)).toBe(0);
    expect(wakeOf({ status: 'running', openRun: null }, waiting)).toBe(0);
    expect(wakeOf({ status: 'paused', openRun: 1 }, waiting)).toBe(1_234);
  });
});

describe('the wake time after mail is put into an idle task', () => {
  const dueAt = (...times: number[]) =>
    placeMail(
      times.map((due) => mailTo('a', { due })),
      0,
      0,
    );

  it('becomes earlier, never later', () => {
    expect(wakeAfterPut(null, dueAt(50, 30, 40))).toBe(30);
    expect(wakeAfterPut(20, dueAt(30))).toBe(20);
    expect(wakeAfterPut(20, dueAt(10))).toBe(10);
  });

  it('stays the same if there is no mail', () => {
    expect(wakeAfterPut(null, [])).toBeNull();
    expect(wakeAfterPut(0, [])).toBe(0);
  });
});
