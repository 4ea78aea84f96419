import type { Usage } from '@posthouse/protocol';
import type { LanguageModelUsage } from 'ai';
import type { Prices } from './prices.ts';
import { type Price, priceOf } from './price-of.ts';

export type UsageOptions = {
  /** The model's name, as prices know it. */
  model: string;
  prices?: Prices;
};

/** What a model call consumed, with its cost where there is a price; undefined when the provider did not say. */
export function toUsage(usage: LanguageModelUsage, { model, prices }: UsageOptions): Usage | undefined {
  const { inputTokens, outputTokens, inputTokenDetails, outputTokenDetails } = usage;
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const counted = {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...positive('cacheReadTokens', inputTokenDetails.cacheReadTokens),
    ...positive('cacheWriteTokens', inputTokenDetails.cacheWriteTokens),
    ...positive('reasoningTokens', outputTokenDetails.reasoningTokens),
  };
  const price = priceOf(model, prices);
  return price === undefined ? counted : { ...counted, cost: costOf(counted, price) };
}

/** The cached tokens are part of the input, at prices of their own. */
function costOf(usage: Usage, price: Price): number {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const plain = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const perMillion =
    plain * price.input +
    cacheReadTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return perMillion / 1_000_000;
}

function positive<Key extends string>(key: Key, count: number | undefined): Partial<Record<Key, number>> {
  return count === undefined || count === 0 ? {} : ({ [key]: count } as Record<Key, number>);
}
