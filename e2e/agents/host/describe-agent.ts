import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectations } from '../scenarios/expectations.ts';
import type { ProgramProfile } from '../scenarios/profile.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import { type AgentHost, openAgentHost } from './agent-host.ts';
import { clients, converse } from './converse.ts';
import { processesOf } from './processes-of.ts';
import type { Seen } from '../scenarios/seen.ts';

const GONE = { timeout: 60_000, interval: 50 };

/** Plays every scenario on an agent program behind the chat of a server, and prints what came of it as a table. */
export function describeAgent(profile: ProgramProfile, only: readonly string[] = Object.keys(scenarios)): void {
  const table: Record<string, Row> = {};

  describe(`${profile.name}`, () => {
    let host: AgentHost;
    beforeAll(async () => {
      host = await openAgentHost(profile);
    });
    afterAll(async () => {
      await host[Symbol.asyncDispose]();
      console.log(profile.name);
      console.table(table);
    });

    for (const name of only) {
      const scenario = scenarios[name]?.(profile);
      if (scenario === undefined) continue;
      test(`passes the scenario ${name}`, async () => {
        rmSync(join(host.cwd, scenario.stopAtFile ?? 'started'), { force: true });
        const begun = performance.now();
        const { options } = scenario;
        await using own = options === undefined ? undefined : await openAgentHost(profile, { options });
        const seen = await converse(own ?? host, scenario);
        table[name] = toRow(seen, performance.now() - begun);
        expect(Object.keys(expectations)).toContain(name);
        expectations[name]?.(seen, profile);
        // The process of the agent program may stay for the next run, what it was told to run may not.
        const commands = () => processesOf(host.folder).filter(({ command }) => command.includes('sleep 60'));
        await vi.waitFor(() => expect(commands()).toEqual([]), GONE);
      });
    }

    test('passes the scenario basic with the oldest client', async () => {
      const seen = await converse(host, scenarios['basic']!(profile)!, clients.oldest);
      expect(seen).toHaveLength(1);
      expectations['basic']!(seen, profile);
    });

    test('leaves no process when the server has stopped', async () => {
      const { folder } = host;
      await host[Symbol.asyncDispose]();
      await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), GONE);
    });
  });
}

interface Row {
  readonly outcome: string;
  readonly text: string;
  readonly calls: string;
  readonly chunks: number;
  readonly ms: number;
}

function toRow(seen: readonly Seen[], ms: number): Row {
  const outcomes = seen.map((run) => (run.wasStopped ? 'stopped' : (run.errorText && 'error') || run.finishReason));
  return {
    outcome: outcomes.join(', '),
    text: seen.map(({ text }) => (text.length > 48 ? `${text.slice(0, 45)}…` : text)).join(' / '),
    calls: seen.map(({ calls }) => calls.map(({ toolName, state }) => `${toolName} ${state}`).join(', ')).join(' / '),
    chunks: seen.reduce((sum, { chunks }) => sum + chunks.length, 0),
    ms: Math.round(ms),
  };
}
