import { toPlainText } from '../bound-output.ts';
import type { CodexItem } from './codex-event.ts';

/** What an item of Codex that does something is, as a call; undefined for items that only say something. */
export function toCall(item: CodexItem): { toolName: string; input: unknown } | undefined {
  switch (item.type) {
    case 'commandExecution':
      return {
        toolName: 'shell',
        input: { command: item.command ?? '', cwd: item.cwd },
      };
    case 'fileChange':
      return { toolName: 'apply_patch', input: { changes: item.changes ?? [] } };
    case 'mcpToolCall':
      return { toolName: `mcp__${item.server ?? ''}__${item.tool ?? ''}`, input: item.arguments ?? {} };
    case 'dynamicToolCall':
      return { toolName: [item.namespace, item.tool].filter(Boolean).join('__'), input: item.arguments ?? {} };
    case 'collabAgentToolCall':
      return { toolName: item.tool ?? 'agent', input: toAgentInput(item) };
    case 'webSearch':
      return {
        toolName: 'web_search',
        input: { query: item.query ?? '', ...(item.action ? { action: item.action } : {}) },
      };
    case 'imageView':
      return { toolName: 'view_image', input: { path: item.path ?? '' } };
    case 'imageGeneration':
      return { toolName: 'image_generation', input: { prompt: item.revisedPrompt ?? '' } };
    default:
      return undefined;
  }
}

/** What became of a call that is over. */
export function toOutcome(item: CodexItem): { output: unknown } | { error: string } {
  if (item.status === 'declined') return { error: 'This was not allowed.' };
  const isFailed = item.status === 'failed' || item.status === 'interrupted';
  switch (item.type) {
    case 'commandExecution': {
      const output = item.aggregatedOutput ?? '';
      const exitCode = item.exitCode ?? null;
      return isFailed
        ? { error: `Exit code ${exitCode ?? 'unknown'}\n${output}`.trim() }
        : { output: { exitCode, output } };
    }
    case 'mcpToolCall': {
      const { content, structuredContent } = (item.result ?? {}) as { content?: unknown; structuredContent?: unknown };
      if (isFailed) return { error: item.error?.message ?? (toPlainText(content) || 'The call failed.') };
      return { output: structuredContent ?? content ?? null };
    }
    case 'dynamicToolCall':
      if (isFailed || item.success === false) return { error: toPlainText(item.contentItems) || 'The call failed.' };
      return { output: item.contentItems ?? null };
    case 'collabAgentToolCall':
      return isFailed ? { error: 'The agent could not be reached.' } : { output: item.agentsStates ?? {} };
    case 'fileChange':
      return isFailed ? { error: 'The change could not be made.' } : { output: { status: item.status ?? 'completed' } };
    case 'webSearch':
      return { output: item.results ?? { query: item.query ?? '' } };
    case 'imageGeneration':
      return item.failure ? { error: toPlainText(item.failure) } : { output: { path: item.savedPath ?? null } };
    default:
      return { output: null };
  }
}

function toAgentInput({ prompt, receiverThreadIds = [] }: CodexItem): object {
  return { ...(prompt ? { prompt } : {}), ...(receiverThreadIds.length > 0 ? { agents: receiverThreadIds } : {}) };
}
