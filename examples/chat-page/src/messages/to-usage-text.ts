import type { SwarmMetadata } from './swarm-message.ts';

/** What an answer has cost, in tokens; undefined while nobody knows. */
export function toUsageText(usage: SwarmMetadata['usage']): string | undefined {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  if (inputTokens + outputTokens === 0) return undefined;
  const format = new Intl.NumberFormat('en');
  return `${format.format(inputTokens)} tokens read, ${format.format(outputTokens)} written`;
}
