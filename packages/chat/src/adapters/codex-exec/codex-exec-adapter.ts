import { delimiter } from 'node:path';
import type { JSONObject } from '@posthouse/protocol';
import type { AgentAdapter, OpenOptions, Translation } from '../agent-adapter.ts';
import { adaptMessage } from '../codex/adapt-message.ts';
import { KEY_VARIABLE, toCodexConfig } from '../codex/codex-config.ts';
import { type CodexState, startCodex } from '../codex/codex-state.ts';
import { findCodex } from '../codex/find-codex.ts';
import { finishCodex } from '../codex/finish-codex.ts';
import { translateCodex } from '../codex/translate-codex.ts';
import { DrivenSession } from '../driving/driven-session.ts';
import { findRuntime, loadRuntime, missingRuntime } from '../driving/load-runtime.ts';
import { runtimeEnvironment } from '../driving/runtime-environment.ts';
import type { HostEvent } from '../host-event.ts';
import { pauseRun, proceedRun } from '../writing/finish-run.ts';
import { CodexExecDriver } from './codex-exec-driver.ts';
import type { CodexExecEvent } from './codex-exec-event.ts';
import { adaptUserMessage, type CodexExecMessage } from './codex-exec-input.ts';
import type { CodexSDK, CodexThread } from './codex-sdk.ts';
import { toCodexEvents } from './to-codex-events.ts';

export interface CodexExecAdapterOptions {
  /** A folder in whose `node_modules` the SDK may be, besides ours and those of the working directory. */
  readonly from?: string | undefined;
  /** The program itself, if it is not the one that comes with the SDK. */
  readonly command?: string | undefined;
}

export type CodexExecAdapter = AgentAdapter<CodexExecEvent, CodexState, CodexExecMessage>;

/**
 * Codex, through `@openai/codex-sdk`: one process per message, whole texts, no approvals. `options` of a session are
 * those of the SDK's threads (`sandboxMode`, `approvalPolicy`, …) and `config`, Codex's own configuration.
 *
 * @example
 * const codex = createCodexExecAdapter();
 * await using session = await codex.open({ cwd: '/srv/project', options: { sandboxMode: 'read-only' } });
 */
export function createCodexExecAdapter({ from, command }: CodexExecAdapterOptions = {}): CodexExecAdapter {
  const wanted = { agent: 'codex-exec', packageName: '@openai/codex-sdk', from };
  return {
    name: 'codex-exec',
    start: (options) => startCodex('codex-exec', options),
    translate,
    finish: finishCodex,
    pause: pauseRun,
    proceed: proceedRun,
    adaptMessage: (event) =>
      toCodexEvents(event, 'message')
        .map(adaptMessage)
        .find((message) => message !== undefined),
    adaptUserMessage,
    open: async (options) => {
      const sdk = await loadRuntime<CodexSDK>(wanted);
      const { agentSessionId, silenceMs } = options;
      const openThread = threadOpener(sdk, options, { from, command });
      return new DrivenSession<CodexExecEvent, CodexExecMessage>({
        title: 'Codex',
        keepsAtOnce: true,
        start: (host) => new CodexExecDriver({ host, openThread }),
        agentSessionId,
        silenceMs,
      });
    },
    availability: async () => {
      if (findRuntime(wanted) !== undefined) return { available: true };
      return { available: false, reason: missingRuntime(wanted).message };
    },
  };
}

function translate(event: CodexExecEvent | HostEvent, state: CodexState): Translation<CodexState> {
  if (event.type.startsWith('posthouse.')) return translateCodex(event as HostEvent, state);
  const events = toCodexEvents(event as CodexExecEvent, state.options.messageId);
  return events.reduce<Translation<CodexState>>(
    (before, each) => {
      const { chunks, state: next } = translateCodex(each, before.state);
      return { chunks: [...before.chunks, ...chunks], state: next };
    },
    { chunks: [], state },
  );
}

function threadOpener(
  { Codex }: CodexSDK,
  { cwd, model, env, baseURL, apiKey, options = {} }: OpenOptions,
  { from, command }: CodexExecAdapterOptions,
): (id: string | undefined) => CodexThread {
  const { config, ...ownOptions } = options;
  const key: Record<string, string> = apiKey === undefined || baseURL === undefined ? {} : { [KEY_VARIABLE]: apiKey };
  const variables = runtimeEnvironment({ prefixes: ['OPENAI_', 'CODEX_', 'AZURE_OPENAI_'], env: { ...key, ...env } });
  const tools = findCodex({ from })?.toolsFolder;
  if (tools !== undefined) variables['PATH'] = `${tools}${delimiter}${variables['PATH'] ?? ''}`;
  const codex = new Codex({
    config: toCodexConfig({ baseURL, config: config as JSONObject | undefined }),
    env: variables,
    codexPathOverride: command,
    ...(apiKey !== undefined && baseURL === undefined && { apiKey }),
  });
  const threadOptions: JSONObject = {
    // Nobody can be asked, so what would need to be asked for is refused.
    approvalPolicy: 'never',
    sandboxMode: 'workspace-write',
    skipGitRepoCheck: true,
    ...ownOptions,
    workingDirectory: cwd,
    ...(model === undefined ? {} : { model }),
  };
  return (id) => (id === undefined ? codex.startThread(threadOptions) : codex.resumeThread(id, threadOptions));
}
