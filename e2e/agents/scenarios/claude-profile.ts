import { createClaudeAdapter } from '../../../packages/agents/src/claude/claude-adapter.ts';
import { homeIn, PROGRAMS_FOLDER, type ProgramProfile, workIn } from './profile.ts';

/** Claude without a network, and with shorter time limits than its own. */
const OFFLINE = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', CLAUDE_CODE_MAX_RETRIES: '1' };

const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'a command' } });

export const claudeProfile: ProgramProfile = {
  name: 'claude',
  recordings: 'claude/__fixtures__/recordings',
  adapter: createClaudeAdapter({ from: PROGRAMS_FOLDER }),
  open: ({ folder, url, permission }) => {
    const home = homeIn(folder);
    return {
      cwd: workIn(folder),
      model: 'claude-sonnet-4-5',
      baseURL: url,
      apiKey: 'none',
      env: { ...home, CLAUDE_CONFIG_DIR: home['HOME'] ?? folder, ...OFFLINE },
      ...(permission === 'allow' && { options: { allowedTools: ['Bash', 'Read', 'Agent', 'WebSearch'] } }),
    };
  },
  shell: bash,
  // What only prints is allowed without asking.
  guarded: (command) => bash(`${command}; touch asked`),
  tellsLate: ['output'],
  failing: { name: 'Read', input: { file_path: '/workspace/there-is-no-such-file.txt' } },
  delegate: (prompt) => ({
    name: 'Agent',
    input: { description: 'a job', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
  search: (query) => ({ name: 'WebSearch', input: { query } }),
  structured: (answer, schema) => ({
    options: { outputFormat: { type: 'json_schema', schema } },
    call: { name: 'StructuredOutput', input: answer },
  }),
  isNested: (texts) => texts.includes('SUBTASK') && !texts.includes('Please do it.'),
  scrub: {
    patterns: [
      [/\/tmp\/cc-socks\/\d+\.sock/g, '/agent/claude.sock'],
      [/\/tmp\/claude-\d+\//g, '/agent/tmp/'],
    ],
    // Of agents, and of their runs.
    ids: [/\b[a-z][0-9a-f]{16}\b/g, /\b[0-9a-z]{9}-[0-9a-f]{8}\b/g],
    without: ['slash_commands', 'terminal_slash_commands', 'skills', 'plugins', 'capabilities', 'agents'],
  },
  retries: 1,
  dropped: 'retries',
};
