import { describe, expect, test } from 'vitest';
import { attempt, loadReport } from './load-report.ts';

describe('attempt', () => {
  test('gives the result of the step, at once or later', async () => {
    const report = loadReport();
    expect(await attempt(report, 'here', () => 1)).toBe(1);
    expect(await attempt(report, 'here', async () => 2)).toBe(2);
    expect(report).toEqual({ problems: [], warnings: [], causes: [] });
  });

  test('turns a failure into a problem at its place, and goes on', async () => {
    const report = loadReport();
    const cause = new Error('no such thing');
    const failing = () => {
      throw cause;
    };
    expect(await attempt(report, 'first', failing)).toBeUndefined();
    expect(await attempt(report, 'second', async () => failing())).toBeUndefined();
    expect(report.problems).toEqual([
      { path: 'first', message: 'no such thing' },
      { path: 'second', message: 'no such thing' },
    ]);
    expect(report.causes).toEqual([cause, cause]);
  });

  test('accepts whatever is thrown', async () => {
    const report = loadReport();
    await attempt(report, 'here', () => Promise.reject('a text'));
    expect(report.problems).toEqual([{ path: 'here', message: 'a text' }]);
  });

  test('gives every report its own lists', () => {
    loadReport().problems.push({ path: 'x', message: 'y' });
    expect(loadReport().problems).toEqual([]);
  });
});
