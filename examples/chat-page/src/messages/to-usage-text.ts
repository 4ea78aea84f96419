import type { SwarmMetadata } from './swarm-message.ts';

/** What an answer has cost, in tokens and where it is known in money; undefined while nobody knows. */
export function toUsageText({ usage, cost = 0 }: Pick<SwarmMetadata, 'usage' | 'cost'>): string | undefined {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  if (inputTokens + outputTokens === 0) return undefined;
  const format = new Intl.NumberFormat('en');
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });
  const tokens = `${format.format(inputTokens)} tokens read, ${format.format(outputTokens)} written`;
  return cost > 0 ? `${tokens}, ${money.format(cost)}` : tokens;
}
