import { describe, expect, it } from 'vitest';
import { init, result, system } from './__fixtures__/claude-events.ts';
import type { ClaudeEvent } from './claude-event.ts';
import { ClaudeRunWatch } from './claude-run-watch.ts';

const lifecycle = (state: string, id = 'ours'): ClaudeEvent => ({ type: 'command_lifecycle', command_uuid: id, state });
const tasks = (...types: string[]): ClaudeEvent =>
  system('background_tasks_changed', {
    tasks: types.map((type, index) => ({ task_id: `t${index}`, task_type: type })),
  });

/** Which of the events was the last of the run. */
function lastOf(events: ClaudeEvent[], isStopping = false): number {
  const watch = new ClaudeRunWatch('ours');
  return events.findIndex((event) => watch.hear(event, isStopping));
}

describe('ClaudeRunWatch', () => {
  it('ends with the result', () => {
    expect(lastOf([init, result()])).toBe(1);
    expect(lastOf([lifecycle('queued'), lifecycle('started'), init, result(), lifecycle('completed')])).toBe(3);
  });

  it('a run does not end with the result of a turn that Claude began by itself', () => {
    expect(lastOf([lifecycle('queued'), result(), lifecycle('started', 'other'), lifecycle('started'), result()])).toBe(
      4,
    );
  });

  it('waits for background agents, and for what is said about them', () => {
    expect(lastOf([tasks('local_agent'), result(), tasks(), init, result()])).toBe(4);
  });

  it('a run does not wait for background commands', () => {
    expect(lastOf([tasks('local_bash'), result()])).toBe(1);
  });

  it('waits for nothing after a stop', () => {
    expect(lastOf([tasks('local_agent'), result()], true)).toBe(1);
  });

  it('ends when the message was withdrawn before it began', () => {
    expect(lastOf([lifecycle('queued'), lifecycle('cancelled')])).toBe(1);
  });

  it('knows whether there was a result', () => {
    const watch = new ClaudeRunWatch('ours');
    watch.hear(init);
    expect(watch.hasResult).toBe(false);
    watch.hear(result());
    expect(watch.hasResult).toBe(true);
  });
});
