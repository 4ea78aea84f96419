import type { Prices } from './prices.ts';
import { LIST_PRICES } from './list-prices.ts';

export type Price = Prices[string];

/**
 * What a model costs: what the configuration says, else its list price. A price may be configured for the whole name, or for
 * the model wherever it is served: `proxy/openai/x`, `openai/x`, `x`.
 *
 * @example priceOf('openai/gpt-5-mini-2025-08-07')?.output // 2
 */
export function priceOf(model: string, configured: Prices = {}): Price | undefined {
  const segments = model.split('/');
  const names = segments.map((_, at) => segments.slice(at).join('/'));
  const name = names.find((each) => Object.hasOwn(configured, each));
  if (name !== undefined) return configured[name];
  // What our own scripts play costs nothing, whatever they call themselves.
  if (segments[0] === 'scripted') return undefined;
  const listed = listedNames(segments.at(-1)!).find((each) => Object.hasOwn(LIST_PRICES, each));
  return listed === undefined ? undefined : LIST_PRICES[listed];
}

/** What stands behind the name of a model: the day it was made, a revision, a stage, the wish of a gateway. */
const SUFFIXES = [
  /:[a-z0-9-]+$/,
  /@[a-z0-9-]+$/,
  /-v\d+$/,
  /-(20\d{2}-?\d{2}-?\d{2}|\d{2}-20\d{2}|\d{2}-\d{2}|[012]\d{3}|0\d{2})$/,
  /-(latest|preview|exp)$/,
];

/** A name and what is left of it when its suffixes are taken away one after the other, longest first. */
function listedNames(id: string): string[] {
  const names = [toPlainId(id)];
  for (;;) {
    const last = names.at(-1)!;
    const suffix = SUFFIXES.find((each) => each.test(last));
    if (suffix === undefined) return names;
    names.push(last.replace(suffix, ''));
  }
}

/** Clouds put regions and makers before a name, with dots; gateways write the versions of Claude with one. */
function toPlainId(id: string): string {
  const name = id.toLowerCase().replace(/^([a-z-]+\.)*(?=(claude|mistral|deepseek))/, '');
  return name.startsWith('claude-') ? name.replaceAll('.', '-') : name;
}
