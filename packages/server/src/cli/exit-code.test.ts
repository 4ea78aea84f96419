import { expect, test } from 'vitest';
import { EXIT, toExitCode } from './exit-code.ts';

test.each([
  ['complete', 0],
  ['error', 1],
  ['paused', 3],
  ['cancelled', 130],
] as const)('a task that is %s exits with %i', (status, code) => {
  expect(toExitCode(status)).toBe(code);
});

test('every outcome has its own exit code', () => {
  expect(new Set(Object.values(EXIT)).size).toBe(Object.keys(EXIT).length);
});
