import { join } from 'node:path';
import type { AgentSettings } from '@posthouse/chat';

/** Settings with which every agent program speaks to a model on this machine, keeps its files in `home`, and looks for no news. */
export function offlineAgents(url: string, home: string): Record<string, AgentSettings> {
  const own = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
  };
  return {
    claude: {
      model: 'claude-sonnet-4-5',
      baseURL: url,
      apiKey: 'none',
      env: { ...own, CLAUDE_CONFIG_DIR: home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
      options: { allowedTools: ['Agent'] },
    },
    codex: {
      model: 'gpt-5.5',
      baseURL: `${url}/v1`,
      apiKey: 'none',
      env: { ...own, CODEX_HOME: home },
      options: { approvalPolicy: 'on-request', sandbox: 'workspace-write' },
    },
    opencode: {
      model: 'scripted/scripted-1',
      baseURL: `${url}/v1`,
      apiKey: 'none',
      env: {
        ...own,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      options: { permission: { bash: 'ask' } },
    },
    pi: {
      model: 'scripted/scripted-1',
      baseURL: url,
      apiKey: 'none',
      env: own,
      options: { api: 'anthropic-messages' },
    },
    scripted: {},
  };
}
