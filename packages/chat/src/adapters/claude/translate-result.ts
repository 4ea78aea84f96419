import type { Usage } from '@posthouse/protocol';
import type { ClaudeResultEvent, ClaudeUsage } from './claude-event.ts';
import type { ClaudeFacts, ClaudeWriter } from './claude-state.ts';

/**
 * Claude has nothing more to do, for now: what it has used, and how it went. Tokens are counted per result; cost and the
 * tokens of all models only ever grow, over the whole conversation.
 */
export function translateResult(event: ClaudeResultEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  if (event.usage !== undefined) writer.addUsage(toUsage(event.usage));
  const cost = event.total_cost_usd;
  const before = writer.state.options.totals?.cost ?? 0;
  writer.describe({
    agentSessionId: event.session_id,
    ...(cost !== undefined && { cost: Math.max(0, cost - before) }),
    totals: { cost, ...toTotalUsage(event) },
    ...toContextWindow(event),
  });
  if (event.structured_output !== undefined) {
    writer.data('structured-output', event.structured_output as never, 'structured-output');
  }
  return { ...facts, result: event };
}

function toUsage(usage: ClaudeUsage): Usage {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: write, output_tokens_details: details } = usage;
  return {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    ...(read ? { cacheReadTokens: read } : {}),
    ...(write ? { cacheWriteTokens: write } : {}),
    ...(details?.thinking_tokens ? { reasoningTokens: details.thinking_tokens } : {}),
  };
}

function toTotalUsage({ modelUsage }: ClaudeResultEvent): { usage?: Usage } {
  const models = Object.values(modelUsage ?? {});
  if (models.length === 0) return {};
  const sum = (read: (model: (typeof models)[number]) => number | undefined): number =>
    models.reduce((total, model) => total + (read(model) ?? 0), 0);
  return {
    usage: {
      inputTokens: sum((model) => model.inputTokens),
      outputTokens: sum((model) => model.outputTokens),
      cacheReadTokens: sum((model) => model.cacheReadInputTokens),
      cacheWriteTokens: sum((model) => model.cacheCreationInputTokens),
    },
  };
}

/** How much the largest of the models can read at once. */
function toContextWindow({ modelUsage }: ClaudeResultEvent): { more?: { contextWindow: number } } {
  const windows = Object.values(modelUsage ?? {}).flatMap(({ contextWindow }) => contextWindow ?? []);
  return windows.length === 0 ? {} : { more: { contextWindow: Math.max(...windows) } };
}
