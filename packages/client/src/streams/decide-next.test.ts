import { expect, test } from 'vitest';
import { decideNext, type Ending } from './decide-next.ts';

const ours: Ending = {
  clean: true,
  end: undefined,
  fresh: 3,
  seen: 3,
  givesIds: true,
  later: false,
  oneMessage: false,
};

test.each<[string, Partial<Ending>, string]>([
  ['the run has ended and so has the stream', { end: 'ended' }, 'done'],
  ['the run waits for somebody and the stream has ended', { end: 'paused' }, 'done'],
  ['the run has ended, but the connection broke: another may have begun', { end: 'ended', clean: false }, 'reconnect'],
  ['somebody may answer the pause after a break', { end: 'paused', clean: false }, 'reconnect'],
  [
    'the stream of a message is over with its pause, break or not',
    { end: 'paused', clean: false, oneMessage: true },
    'done',
  ],
  ['the connection broke', { clean: false }, 'reconnect'],
  ['the connection broke before anything came', { clean: false, fresh: 0, seen: 0 }, 'reconnect'],
  ['the server ended the stream in the middle of the run', {}, 'reconnect'],
  ['the server ended the stream without a word', { fresh: 0 }, 'ask'],
  ['later runs are wanted, and one has ended', { end: 'ended', later: true }, 'reconnect'],
  ['later runs are wanted, and nothing came', { fresh: 0, later: true }, 'reconnect'],
  ['the end stands in no log', { end: 'over' }, 'done'],
  ['the end stands in no log and the connection broke behind it', { end: 'over', clean: false }, 'done'],
  ['the end stands in no log and later runs are wanted', { end: 'over', later: true }, 'done'],
])('decideNext knows what to do when %s', (_, change, next) => {
  expect(decideNext({ ...ours, ...change })).toBe(next);
});

test.each<[string, Partial<Ending>, string]>([
  ['ended', { end: 'over' }, 'done'],
  ['ended in the middle', {}, 'lost'],
  ['broke in the middle', { clean: false }, 'lost'],
  ['broke before anything came', { clean: false, seen: 0, fresh: 0 }, 'reconnect'],
])('decideNext knows what to do when a stream without ids has %s', (_, change, next) => {
  expect(decideNext({ ...ours, givesIds: false, oneMessage: true, ...change })).toBe(next);
});
