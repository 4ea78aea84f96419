import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScriptedLLM } from '@posthouse/testkit';
import { describe, expect, test, vi } from 'vitest';
import { processesOf } from './host/processes-of.ts';
import { claudeProfile } from './scenarios/claude-profile.ts';
import { codexProfile } from './scenarios/codex-profiles.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';
import { piProfiles } from './scenarios/pi-profiles.ts';

const COMMAND = 'touch began; sleep 60; touch went-on';

// Left alone, Claude and OpenCode ask their model again and run what it says next, and OpenCode's server stays.
const profiles = [claudeProfile, codexProfile, opencodeProfile, ...piProfiles];
describe.runIf(process.platform === 'linux').each(profiles)(
  '$name, whose host is killed during a command',
  (profile) => {
    test('asks no model and runs nothing from then on', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'posthouse-orphans-'));
      await using llm = await startScriptedLLM({
        script: ({ messages }) =>
          messages.at(-1)?.text.includes('Please do it.')
            ? { toolCalls: [profile.shell(COMMAND)] }
            : { toolCalls: [profile.shell('touch another')] },
      });
      const program = new URL('host/session-to-kill.ts', import.meta.url).pathname;
      const host = spawn(process.execPath, [program, profile.name, folder, llm.url], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const { cwd } = profile.open({ folder, url: llm.url, permission: 'allow' });
      await vi.waitFor(() => expect(existsSync(join(cwd, 'began'))).toBe(true), 120_000);
      expect(processesOf(folder)).not.toEqual([]);
      const asked = llm.requests.length;
      host.kill('SIGKILL');
      await once(host, 'exit');
      await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), 30_000);
      expect(llm.requests).toHaveLength(asked);
      expect(['went-on', 'another'].filter((name) => existsSync(join(cwd, name)))).toEqual([]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    });
  },
);
