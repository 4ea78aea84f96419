import type { AgentAdapter } from '../agent-adapter.ts';
import { DrivenSession } from '../driving/driven-session.ts';
import { findPackage, loadPackage, missingPackage } from '../driving/load-package.ts';
import { pauseRun, proceedRun } from '../writing/finish-run.ts';
import { adaptMessage } from './adapt-message.ts';
import { adaptUserMessage } from './adapt-user-message.ts';
import { ClaudeDriver } from './claude-driver.ts';
import type { ClaudeEvent } from './claude-event.ts';
import type { ClaudeSDK, ClaudeUserMessage } from './claude-sdk.ts';
import { type ClaudeState, startClaude } from './claude-state.ts';
import { toQueryOptions } from './to-query-options.ts';
import { finishClaude, translateClaude } from './translate-claude.ts';

const PACKAGE = '@anthropic-ai/claude-agent-sdk';

export interface ClaudeAdapterOptions {
  /** A folder in whose `node_modules` the SDK may be, besides ours and those of the working directory. */
  readonly from?: string | undefined;
}

/**
 * Claude, through the Claude Agent SDK. `options` of a session are those of the SDK's `query`, as far as they are JSON:
 * `permissionMode`, `allowedTools`, `maxTurns`, `systemPrompt`, `agents`, `mcpServers` and so on.
 *
 * @example
 * const claude = createClaudeAdapter();
 * await using session = await claude.open({ cwd: '/srv/project', options: { allowedTools: ['Read', 'Grep'] } });
 */
export function createClaudeAdapter({ from }: ClaudeAdapterOptions = {}): ClaudeAdapter {
  const wanted = { agent: 'claude', packageName: PACKAGE, from };
  return {
    name: 'claude',
    start: startClaude,
    translate: translateClaude,
    finish: finishClaude,
    pause: pauseRun,
    proceed: proceedRun,
    adaptMessage,
    adaptUserMessage,
    open: async (options) => {
      const sdk = await loadPackage<ClaudeSDK>(wanted);
      const { agentSessionId, idleMs, silenceMs } = options;
      const queryOptions = toQueryOptions(options);
      return new DrivenSession<ClaudeEvent, ClaudeUserMessage>({
        title: 'Claude',
        canFork: true,
        start: (host) => new ClaudeDriver({ sdk, host, queryOptions }),
        agentSessionId,
        idleMs,
        silenceMs,
      });
    },
    availability: async () => {
      if (findPackage(wanted) !== undefined) return { available: true };
      return { available: false, reason: missingPackage(wanted).message };
    },
  };
}

export type ClaudeAdapter = AgentAdapter<ClaudeEvent, ClaudeState, ClaudeUserMessage>;
