import { describe, expect, test, vi } from 'vitest';
import { isRunning } from '../../packages/agents/src/driving/process-table.ts';
import { createOpencodeAdapter } from '../../packages/agents/src/opencode/opencode-adapter.ts';
import { claudeProfile } from './scenarios/claude-profile.ts';
import { codexProfile } from './scenarios/codex-profiles.ts';
import { openWriter } from './scenarios/open-writer.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';
import { PROGRAMS_FOLDER, type ProgramProfile } from './scenarios/profile.ts';

/** Longer than a program is silent while it starts on a busy machine, and than OpenCode between two beats of its server. */
const SILENCE_MS = 40_000;

const patient = createOpencodeAdapter({ from: PROGRAMS_FOLDER, timing: { silenceMs: SILENCE_MS } });
const profiles: ProgramProfile[] = [claudeProfile, codexProfile, { ...opencodeProfile, adapter: patient }];

/** At the same time, because all they do is wait. */
describe.concurrent('an agent process that is silent for too long', () => {
  test.for(profiles)(
    'an agent process that is silent for too long has failed and is ended: $name',
    async (profile, { expect: own }) => {
      await using opened = await openWriter(profile, { silenceMs: SILENCE_MS });
      const { over } = opened.send('Write.');
      await Promise.race([opened.llm.received(0), over]);
      const pid = opened.session.pid!;
      process.kill(pid, 'SIGSTOP');
      await own(over).rejects.toMatchObject({
        code: 'agent_failed',
        message: expect.stringMatching(/sent nothing|done nothing/) as string,
      });
      await vi.waitFor(() => own(isRunning(pid)).toBe(false), { timeout: 60_000 });
    },
  );
});
