import type { LogEntry, UIOverview } from '@posthouse/protocol';

type Waiting = UIOverview['tasks'][number]['waiting'];

/** The calls that a task waits for, as its newest pause lists them. `approvalTools` are those that ask for a yes. */
export function toWaiting(log: readonly LogEntry[], approvalTools: readonly string[]): Waiting {
  const pause = log.findLast(({ type }) => type === 'paused' || type === 'resumed' || type === 'run-ended');
  if (pause?.type !== 'paused') return [];
  return pause.calls.map(({ callId, tool, input }) => ({
    callId,
    tool,
    input,
    approval: approvalTools.includes(tool),
    since: pause.at,
  }));
}
