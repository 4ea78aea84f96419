import type { Usage } from './usage.ts';

/** The sum of two usages. */
export function addUsage(one: Usage | undefined, other: Usage): Usage {
  const sum: Usage = { ...(one ?? { inputTokens: 0, outputTokens: 0 }) };
  for (const [name, count] of Object.entries(other) as [keyof Usage, number][]) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
