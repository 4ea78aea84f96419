import { defined } from '@posthouse/protocol';
import type { OpenOptions } from '../agent-adapter.ts';
import { programEnvironment } from '../driving/program-environment.ts';

/**
 * What Claude is started with. `options` are the SDK's own (`permissionMode`, `allowedTools`, `maxTurns`, `agents`,
 * `mcpServers`, …) and win, except that messages always come in pieces and with those of nested agents.
 */
export function toQueryOptions({ cwd, model, env, baseURL, apiKey, options }: OpenOptions): Record<string, unknown> {
  return {
    // Left out, Claude may choose a mode that asks nobody.
    permissionMode: 'default',
    // The settings of whoever runs the server are not those of the user of a chat.
    settingSources: [],
    ...options,
    cwd,
    ...defined({ model }),
    includePartialMessages: true,
    forwardSubagentText: true,
    env: {
      // It would greet its maker, send telemetry and look for updates; its model is all it has to talk to.
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ...programEnvironment({
        prefixes: ['ANTHROPIC_', 'CLAUDE_', 'AWS_', 'GOOGLE_', 'CLOUD_ML_', 'VERTEX_'],
        env: {
          ...defined({ ANTHROPIC_BASE_URL: baseURL, ANTHROPIC_API_KEY: apiKey }),
          ...env,
        },
      }),
    },
  };
}
