import type { JSONObject } from '@posthouse/protocol';
import { createCodexAdapter } from '../../../packages/agents/src/codex/codex-adapter.ts';
import { homeIn, type Place, PROGRAMS_FOLDER, type ProgramProfile, workIn } from './profile.ts';

/** Shorter time limits than those of Codex. */
const CONFIG: JSONObject = {
  model_providers: { posthouse: { request_max_retries: 1, stream_max_retries: 1, stream_idle_timeout_ms: 20_000 } },
};

const exec = (cmd: string) => ({ name: 'exec_command', input: { cmd } });

function open({ folder, url }: Place, options: JSONObject, model = 'gpt-5.5') {
  const home = homeIn(folder);
  return {
    cwd: workIn(folder),
    model,
    baseURL: `${url}/v1`,
    apiKey: 'none',
    env: { ...home, CODEX_HOME: home['HOME'] ?? folder },
    options: { ...options, config: CONFIG },
  };
}

const shared = {
  shell: exec,
  failing: exec('cat there-is-no-such-file.txt'),
  scrub: {
    patterns: [
      [/rollout-20\d\d-[\dT-]+?-(?=[0-9a-f]{8}-)/g, 'rollout-'],
      [/\/sessions\/20\d\d\/\d\d\/\d\d\//g, '/sessions/'],
      [/(Chunk ID: )[0-9a-f]+/g, '$1000000'],
    ],
    without: ['serverName', 'processId', 'createdAt', 'updatedAt', 'recencyAt', 'startedAt', 'completedAt'],
  },
  retries: 1,
  dropped: 'retries',
} as const;

const FREE = { approvalPolicy: 'never', sandbox: 'danger-full-access' };
const AGENTS = 'multi_agent_v1';

/** The model decides which tools Codex offers, and only one that it does not know can delegate. */
export const codexAgentsProfile: ProgramProfile = {
  ...shared,
  name: 'codex-agents',
  recordings: 'codex/__fixtures__/recordings',
  adapter: createCodexAdapter({ from: PROGRAMS_FOLDER }),
  open: (place) => open(place, FREE, 'scripted-1'),
  delegate: (message) => ({ name: 'spawn_agent', namespace: AGENTS, input: { message } }),
  collect: (results) => {
    const targets = results.flatMap((text) => /"agent_id":"([^"]+)"/.exec(text)?.[1] ?? []);
    if (targets.length === 0) return undefined;
    return { name: 'wait_agent', namespace: AGENTS, input: { targets } };
  },
  isNested: (texts) => texts.includes('SUBTASK') && !texts.includes('Please do it.'),
};

export const codexProfile: ProgramProfile = {
  ...shared,
  name: 'codex',
  recordings: 'codex/__fixtures__/recordings',
  adapter: createCodexAdapter({ from: PROGRAMS_FOLDER }),
  open: (place) =>
    open(place, place.permission === 'allow' ? FREE : { approvalPolicy: 'on-request', sandbox: 'workspace-write' }),
  // It may keep what a command prints first until the command is over.
  tellsLate: ['output'],
  guarded: (cmd) => ({
    name: 'exec_command',
    input: { cmd, sandbox_permissions: 'require_escalated', justification: 'It has to be.' },
  }),
};
