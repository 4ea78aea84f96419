import { expect, test } from 'vitest';
import { toLinedProblems } from './to-lined-problems.ts';

const TEXT = '{\n  "name": "x",\n  "agents": [\n    {}\n  ]\n}';

test('problems stand at their lines, in order', () => {
  const details = [
    { path: 'agents.0.name', message: 'is missing' },
    { path: 'name', message: 'is taken' },
  ];
  expect(toLinedProblems(TEXT, '2 problems', details).map(({ line, message }) => [line, message])).toEqual([
    [2, 'is taken'],
    [4, 'is missing'],
  ]);
});

test('invalid JSON is reported where it becomes invalid', () => {
  expect(toLinedProblems('{\n"a": }', 'no', [])).toMatchObject([{ line: 2 }]);
});

test('a problem without a place is at the first line', () => {
  expect(toLinedProblems(TEXT, 'not today', [])).toEqual([{ line: 1, path: '', message: 'not today' }]);
});
