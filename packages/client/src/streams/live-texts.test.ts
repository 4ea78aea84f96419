import { mailFrameWire } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { abandoned, call, end, notice, token } from '../__fixtures__/wire-events.ts';
import { type LiveText, toLiveTexts } from './live-texts.ts';

const after = (...wires: { event: string; data: object }[]): string[] =>
  wires
    .map((wire) => mailFrameWire.parse(wire).value)
    .reduce<readonly LiveText[]>(toLiveTexts, [])
    .map(({ agent, turn, attempt, part, text }) => `${agent}/${turn}/${attempt}/${part} ${text}`);

test('tokens add up, each in its part', () => {
  expect(
    after(
      token('a', [1, 1, 0], 0, 'He'),
      token('b', [4, 1, 0], 0, 'Yes'),
      token('a', [1, 1, 0], 2, 'llo'),
      token('a', [1, 1, 1], 0, 'Bye'),
    ),
  ).toEqual(['a/1/1/0 Hello', 'b/4/1/0 Yes', 'a/1/1/1 Bye']);
});

test('a token that comes again changes nothing', () => {
  expect(
    after(token('a', [1, 1, 0], 0, 'He'), token('a', [1, 1, 0], 2, 'llo'), token('a', [1, 1, 0], 0, 'Hello')),
  ).toEqual(['a/1/1/0 Hello']);
});

test('a new turn or attempt takes the place of the old one', () => {
  expect(after(token('a', [1, 1, 0], 0, 'x'), token('a', [1, 1, 1], 0, 'y'), token('a', [1, 2, 0], 0, 'z'))).toEqual([
    'a/1/2/0 z',
  ]);
  expect(after(token('a', [1, 1, 0], 0, 'x'), token('a', [2, 1, 0], 0, 'z'))).toEqual(['a/2/1/0 z']);
});

test('what is in the log is not live any more', () => {
  const texts = [token('a', [1, 1, 0], 0, 'x'), token('b', [1, 1, 0], 0, 'y')];
  expect(after(...texts, call('a'))).toEqual(['b/1/1/0 y']);
  expect(after(...texts, notice('n'))).toHaveLength(2);
  expect(after(...texts, end('done'))).toEqual([]);
});

test('what was given up is gone, and what came after it stays', () => {
  expect(after(token('a', [1, 1, 0], 0, 'x'), abandoned('a', 1, 1))).toEqual([]);
  expect(after(token('a', [1, 2, 0], 0, 'x'), abandoned('a', 1, 1))).toEqual(['a/1/2/0 x']);
});

test('what a reader holds is never changed under its hands', () => {
  const frames = [token('a', [1, 1, 0], 0, 'x'), token('a', [1, 1, 0], 1, 'y')].map(
    (wire) => mailFrameWire.parse(wire).value,
  );
  const first = Object.freeze(toLiveTexts([], frames[0]!).map((text) => Object.freeze(text)));
  expect(toLiveTexts(first, frames[1]!)[0]?.text).toBe('xy');
  expect(first[0]?.text).toBe('x');
});
