import type { PlayedRun } from '../../e2e/agents/scenarios/play.ts';

/** A line of a recording. */
export interface RecordedLine {
  readonly run: string;
  readonly ms: number;
  readonly kind: 'event' | 'summary';
  readonly ev: unknown;
}

/** A scenario's runs as lines: every event as it came, and at the end of each run how it ended. */
export function toLines(name: string, runs: readonly PlayedRun[]): RecordedLine[] {
  return runs.flatMap(({ events, times, end, agentSessionId }, index) => {
    const run = index === 0 ? name : `${name}/${index + 1}`;
    const lines = events.map((ev, place): RecordedLine => ({ run, ms: times[place] ?? 0, kind: 'event', ev }));
    const last = times.at(-1) ?? 0;
    return [...lines, { run, ms: last, kind: 'summary', ev: { end, ...(agentSessionId && { agentSessionId }) } }];
  });
}
