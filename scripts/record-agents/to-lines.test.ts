import { expect, test } from 'vitest';
import type { PlayedRun } from '../../e2e/agents/scenarios/play.ts';
import { toLines } from './to-lines.ts';

const run = (types: string[], more: Partial<PlayedRun> = {}): PlayedRun => ({
  events: types.map((type) => ({ type })),
  times: types.map((_, index) => index * 10),
  end: { outcome: 'ended' },
  agentSessionId: undefined,
  pid: 0,
  ...more,
});

test('every event is a line, and every run ends with its outcome', () => {
  expect(
    toLines('basic', [run(['one', 'two']), run([], { end: { outcome: 'stopped' }, agentSessionId: 's1' })]),
  ).toEqual([
    { run: 'basic', ms: 0, kind: 'event', ev: { type: 'one' } },
    { run: 'basic', ms: 10, kind: 'event', ev: { type: 'two' } },
    { run: 'basic', ms: 10, kind: 'summary', ev: { end: { outcome: 'ended' } } },
    { run: 'basic/2', ms: 0, kind: 'summary', ev: { end: { outcome: 'stopped' }, agentSessionId: 's1' } },
  ]);
});
