import type { PosthouseError } from '@posthouse/protocol';
import type { AgentAdapter } from '../agent-adapter.ts';
import { DrivenSession } from '../driving/driven-session.ts';
import { missingPackage } from '../driving/load-package.ts';
import { pauseRun, proceedRun } from '../writing/finish-run.ts';
import { adaptMessage } from './adapt-message.ts';
import { CodexDriver } from './codex-driver.ts';
import type { CodexEvent } from './codex-event.ts';
import { adaptUserMessage, type CodexInput } from './codex-input.ts';
import { type CodexState, startCodex } from './codex-state.ts';
import { findCodex } from './find-codex.ts';
import { finishCodex, translateCodex } from './translate-codex.ts';

export interface CodexAdapterOptions {
  /** A folder in whose `node_modules` Codex may be, besides ours, those of the working directory and the search path. */
  readonly from?: string | undefined;
  /** The program itself, if it is elsewhere. */
  readonly command?: string | undefined;
}

export type CodexAdapter = AgentAdapter<CodexEvent, CodexState, CodexInput[]>;

/**
 * Codex, through `codex app-server`: text as it is written, approvals, and stops that keep it running. `options` of
 * a session are `approvalPolicy`, `sandbox` and `config`, Codex's own configuration.
 *
 * @example
 * const codex = createCodexAdapter();
 * await using session = await codex.open({ cwd: '/srv/project', model: 'gpt-5.5', options: { sandbox: 'read-only' } });
 */
export function createCodexAdapter({ from, command }: CodexAdapterOptions = {}): CodexAdapter {
  const find = () => (command === undefined ? findCodex({ from }) : { command });
  const missing = (): PosthouseError => missingPackage({ agent: 'codex', packageName: '@openai/codex' });
  return {
    name: 'codex',
    start: startCodex,
    translate: translateCodex,
    finish: finishCodex,
    pause: pauseRun,
    proceed: proceedRun,
    adaptMessage,
    adaptUserMessage,
    open: async (open) => {
      const program = find();
      if (program === undefined) throw missing();
      const { agentSessionId, idleMs, silenceMs } = open;
      return new DrivenSession<CodexEvent, CodexInput[]>({
        title: 'Codex',
        canFork: true,
        keepsAtOnce: true,
        start: (host) => new CodexDriver({ program, host, open }),
        agentSessionId,
        idleMs,
        silenceMs,
      });
    },
    availability: async () => {
      if (find() !== undefined) return { available: true };
      return { available: false, reason: missing().message };
    },
  };
}
