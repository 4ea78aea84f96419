import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { progressReporter } from './progress-reporter.ts';

describe('progressReporter', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('numbers its reports and sends them in order', async () => {
    const told: string[] = [];
    using reporter = progressReporter(async ({ progress, message }) => {
      await Promise.resolve();
      told.push(`${progress} ${message}`);
    }, 1_000);
    for (const line of ['one', 'two']) reporter.report(line);
    await reporter.sent();
    expect(told).toEqual(['1 one', '2 two']);
  });

  test('repeats the last report when nothing happens, starting with a default', async () => {
    const told: string[] = [];
    using reporter = progressReporter(({ message }) => Promise.resolve(void told.push(message)), 1_000);
    await vi.advanceTimersByTimeAsync(1_100);
    reporter.report('one');
    await vi.advanceTimersByTimeAsync(2_100);
    expect(told).toEqual(['the swarm is working', 'one', 'one', 'one']);
  });

  test('stops with the call, and tolerates a client that has left', async () => {
    let asked = 0;
    {
      using reporter = progressReporter(() => {
        asked += 1;
        return Promise.reject(new Error('nobody is there'));
      }, 1_000);
      reporter.report('one');
      reporter.report('two');
      await reporter.sent();
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect([asked, vi.getTimerCount()]).toEqual([2, 0]);
  });
});
