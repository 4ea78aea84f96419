import { describe, expect, test } from 'vitest';
import { type LifeEffect, type LifeEvent, mayBegin, newLife, type SessionLife, step } from './session-life.ts';

type Life = SessionLife<string>;
type Row = [what: string, life: Life, event: LifeEvent<string>, next: Life, effects: LifeEffect[]];

const idle: Life = newLife;
const asked: Life = { commands: 1, isRetired: false };
const answering: Life = { commands: 0, run: 'first', isRetired: false };
const retired: Life = { commands: 0, isRetired: true };

const given = { type: 'command-given' } as const;
const done = { type: 'command-done' } as const;

describe('a session in use', () => {
  const rows: Row[] = [
    ['does not idle once a command is given', idle, given, asked, ['stop-idle-timer']],
    ['counts the commands that wait', asked, given, { ...asked, commands: 2 }, ['stop-idle-timer']],
    ['idles when its last command is done', asked, done, idle, ['start-idle-timer']],
    ['does not idle while another command waits', { ...asked, commands: 2 }, done, asked, []],
    ['does not idle while an answer is written', { ...answering, commands: 1 }, done, answering, []],
    ['does not idle once it is retired', { ...retired, commands: 1 }, done, retired, []],
    [
      'is watched for other processes, and readers find it, when an answer begins',
      asked,
      { type: 'run-begun', run: 'first' },
      { ...asked, run: 'first' },
      ['watch-run', 'wake-readers'],
    ],
    [
      'continues with what waits when its answer has ended',
      answering,
      { type: 'run-ended', run: 'first' },
      idle,
      ['unwatch-run', 'wake-readers', 'answer-next'],
    ],
    [
      'keeps the answer that is written now when an earlier one ends late',
      { ...answering, run: 'second' },
      { type: 'run-ended', run: 'first' },
      { ...answering, run: 'second' },
      ['wake-readers', 'answer-next'],
    ],
    ['lets go of its agent when it has idled', idle, { type: 'idled' }, idle, ['let-go']],
    ['keeps its agent when a command came in time', asked, { type: 'idled' }, asked, []],
    ['keeps its agent while an answer is written', answering, { type: 'idled' }, answering, []],
    [
      'sends readers away when it is retired, and does not idle any more',
      idle,
      { type: 'retired' },
      retired,
      ['stop-idle-timer', 'wake-readers'],
    ],
    [
      'brings the answer that is written to its end when it is retired',
      answering,
      { type: 'retired' },
      { ...answering, isRetired: true },
      ['stop-idle-timer', 'wake-readers'],
    ],
  ];

  test.each(rows)('a session in use %s', (_, life, event, next, effects) => {
    expect(step(life, event)).toEqual({ life: next, effects });
  });

  test.each<[what: string, life: Life, may: boolean]>([
    ['may begin an answer when none is written', idle, true],
    ['may begin an answer while commands wait', asked, true],
    ['may not begin an answer while another one is written', answering, false],
    ['may not begin an answer once it is retired', retired, false],
  ])('a session in use %s', (_, life, may) => {
    expect(mayBegin(life)).toBe(may);
  });
});
