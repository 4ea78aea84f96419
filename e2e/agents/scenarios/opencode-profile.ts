import { createOpencodeAdapter } from '../../../packages/agents/src/opencode/opencode-adapter.ts';
import { homeIn, PROGRAMS_FOLDER, workIn, type ProgramProfile } from './profile.ts';

/** OpenCode without a network: it looks for no updates, models or plugins. */
const OFFLINE = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
};

export const opencodeProfile: ProgramProfile = {
  name: 'opencode',
  recordings: 'opencode/__fixtures__/recordings',
  adapter: createOpencodeAdapter({ from: PROGRAMS_FOLDER }),
  open: ({ folder, url, permission }) => ({
    cwd: workIn(folder),
    model: 'scripted/scripted-1',
    baseURL: `${url}/v1`,
    apiKey: 'none',
    env: { ...homeIn(folder), ...OFFLINE },
    options: permission === 'allow' ? { permission: { '*': 'allow' } } : undefined,
  }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'a command' } }),
  failing: { name: 'read', input: { filePath: '/workspace/there-is-no-such-file.txt' } },
  delegate: (prompt) => ({ name: 'task', input: { description: 'a job', prompt, subagent_type: 'general' } }),
  isNested: (texts) => texts.includes('SUBTASK') && !texts.includes('Please do it.'),
  retries: 5,
  dropped: 'retries',
};
