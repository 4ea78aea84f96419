import { describe, expect, it } from 'vitest';
import { mailTo } from '../contract/__fixtures__/samples.ts';
import type { TaskStatus } from '../task.ts';
import { placeMail } from './place-mail.ts';
import { isRunning, wakeAfterPut, wakeOf } from './wake.ts';

const nothing = { earliestDue: null, hasOpenTurn: false };
const neverAsked = (): never => {
  throw new Error('asked without need');
};

describe('when a task has something to do', () => {
  it('is now while a run is running, without a look at anything else', () => {
    expect(wakeOf({ status: 'running', openRun: 3 }, neverAsked)).toBe(0);
  });

  it.each<[TaskStatus, number | null]>([
    ['running', null],
    ['paused', 1],
    ['complete', null],
    ['error', null],
    ['cancelled', null],
  ])('is not known for a task that is %s, open run %s, without mail or turn', (status, openRun) => {
    expect(wakeOf({ status, openRun }, () => nothing)).toBeNull();
    expect(isRunning({ status, openRun })).toBe(false);
  });

  it('is when the earliest mail is due', () => {
    for (const status of ['running', 'paused', 'complete'] as const) {
      expect(wakeOf({ status, openRun: null }, () => ({ earliestDue: 1_234, hasOpenTurn: false }))).toBe(1_234);
    }
  });

  it('is now while a turn is open, unless the task is paused', () => {
    const waiting = () => ({ earliestDue: 1_234, hasOpenTurn: true });
    expect(wakeOf({ status: 'complete', openRun: null }, waiting)).toBe(0);
    expect(wakeOf({ status: 'running', openRun: null }, waiting)).toBe(0);
    expect(wakeOf({ status: 'paused', openRun: 1 }, waiting)).toBe(1_234);
  });
});

describe('mail put into a task at rest', () => {
  const dueAt = (...times: number[]) =>
    placeMail(
      times.map((due) => mailTo('a', { due })),
      0,
      0,
    );

  it('brings the time forward, never back', () => {
    expect(wakeAfterPut(null, dueAt(50, 30, 40))).toBe(30);
    expect(wakeAfterPut(20, dueAt(30))).toBe(20);
    expect(wakeAfterPut(20, dueAt(10))).toBe(10);
  });

  it('leaves it when there is none', () => {
    expect(wakeAfterPut(null, [])).toBeNull();
    expect(wakeAfterPut(0, [])).toBe(0);
  });
});
