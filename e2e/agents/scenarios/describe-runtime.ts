import { afterAll, describe, expect, test, vi } from 'vitest';
import { isRunning } from '../../../packages/chat/src/adapters/driving/end-process.ts';
import { expectations } from './expectations.ts';
import { play } from './play.ts';
import { processesIn } from './processes-in.ts';
import type { RuntimeProfile } from './profile.ts';
import { scenarios } from './scenarios.ts';
import { type Seen, toSeen } from './seen.ts';

/** Plays every scenario on a runtime, and prints what came of it as a table. */
export function describeRuntime(profile: RuntimeProfile, only: readonly string[] = Object.keys(scenarios)): void {
  const table: Record<string, { outcome: string; text: string; calls: string; chunks: number; ms: number }> = {};

  describe(`${profile.name}`, () => {
    for (const name of only) {
      const scenario = scenarios[name]?.(profile);
      if (scenario === undefined) continue;
      test(`${name}`, async () => {
        const begun = performance.now();
        const { seen, pids, folder } = await play(profile, scenario, async ({ runs, folder: place }, session) => {
          // A stopped command is gone when the run is; the process of the runtime itself may stay for the next run.
          const { pid: own } = session;
          if (name.startsWith('stop')) await waitUntilGone(() => processesIn(place).filter((pid) => pid !== own));
          const pidsSeen = runs.map(({ pid }) => pid).filter((pid) => pid > 0);
          return { seen: runs.map((run, index) => toSeen(profile, run, index)), pids: pidsSeen, folder: place };
        });
        table[name] = toRow(seen, performance.now() - begun);
        expect(Object.keys(expectations)).toContain(name);
        expectations[name]?.(seen, profile);
        await waitUntilGone(() => [...pids, ...processesIn(folder)]);
      });
    }
    afterAll(() => {
      console.log(profile.name);
      console.table(table);
    });
  });
}

async function waitUntilGone(find: () => number[]): Promise<void> {
  await vi.waitFor(() => expect(find().filter(isRunning)).toEqual([]), 10_000);
}

function toRow(seen: readonly Seen[], ms: number) {
  const outcomes = seen.map((run) => (run.wasStopped ? 'stopped' : (run.errorText && 'error') || run.finishReason));
  return {
    outcome: outcomes.join(', '),
    text: seen.map(({ text }) => (text.length > 48 ? `${text.slice(0, 45)}…` : text)).join(' / '),
    calls: seen.map(({ calls }) => calls.map(({ toolName, state }) => `${toolName} ${state}`).join(', ')).join(' / '),
    chunks: seen.reduce((sum, { chunks }) => sum + chunks.length, 0),
    ms: Math.round(ms),
  };
}
