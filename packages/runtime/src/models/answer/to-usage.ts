import type { Usage } from '@posthouse/protocol';
import type { LanguageModelUsage } from 'ai';
import type { Prices } from '../../definitions/swarm-definition.ts';

export type UsageOptions = {
  /** The model's name, as prices know it. */
  model: string;
  prices?: Prices;
};

/** What a model call consumed, with its cost where there is a price; undefined when the provider did not say. */
export function toUsage(usage: LanguageModelUsage, { model, prices = {} }: UsageOptions): Usage | undefined {
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

/** Adds up calls of one model that belong to one answer. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const sum = { ...one };
  for (const key of Object.keys(other) as (keyof Usage)[]) sum[key] = (sum[key] ?? 0) + (other[key] ?? 0);
  return sum;
}

type Price = Prices[string];

/** A price may be given for the whole name, or for the model wherever it is served: `proxy/openai/x`, `openai/x`, `x`. */
function priceOf(model: string, prices: Prices): Price | undefined {
  const segments = model.split('/');
  const name = segments.map((_, at) => segments.slice(at).join('/')).find((each) => Object.hasOwn(prices, each));
  return name === undefined ? undefined : prices[name];
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
