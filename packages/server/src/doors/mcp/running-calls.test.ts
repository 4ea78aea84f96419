import { describe, expect, test } from 'vitest';
import { RunningCalls } from './running-calls.ts';

describe('running MCP calls', () => {
  test('MCP calls can be cancelled until they end', () => {
    const calls = new RunningCalls();
    const [one, two] = [calls.begin('one'), calls.begin('two')];
    expect(calls.cancel('one')).toBe(true);
    expect([one.signal.aborted, two.signal.aborted]).toEqual([true, false]);
    two.end();
    expect([calls.cancel('two'), two.signal.aborted]).toEqual([false, false]);
  });

  test('MCP calls can be cancelled up to a minute before they arrive', () => {
    let now = 0;
    const calls = new RunningCalls(() => now);
    expect(calls.cancel('one')).toBe(false);
    expect(calls.begin('one').signal.aborted).toBe(true);
    now = 61_000;
    expect(calls.begin('one').signal.aborted).toBe(false);
  });

  test('calls with the same name are told apart', () => {
    const calls = new RunningCalls();
    const first = calls.begin('one');
    const second = calls.begin('one');
    first.end();
    expect(calls.cancel('one')).toBe(true);
    expect(second.signal.aborted).toBe(true);
  });
});
