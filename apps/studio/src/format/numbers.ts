const counts = new Intl.NumberFormat('en');

/**
 * What something has cost: tokens read and written, and money where a price is known.
 *
 * @example toSpentText({ inputTokens: 1200, outputTokens: 30, cost: 0.0021 }) // '1,200 in · 30 out · $0.0021'
 */
export function toSpentText(spent: { inputTokens?: number; outputTokens?: number; cost?: number }): string | undefined {
  const { inputTokens = 0, outputTokens = 0, cost } = spent;
  if (inputTokens + outputTokens === 0) return undefined;
  const words = [`${counts.format(inputTokens)} in`, `${counts.format(outputTokens)} out`];
  return [...words, ...(cost === undefined ? [] : [toMoney(cost)])].join(' · ');
}

/** An amount of dollars, with as many digits as tell something. */
export function toMoney(dollars: number): string {
  if (dollars === 0) return '$0';
  return dollars >= 1 ? `$${dollars.toFixed(2)}` : `$${Number(dollars.toPrecision(2))}`;
}

/**
 * How long something took.
 *
 * @example toDuration(75_000) // '1 min 15 s'
 */
export function toDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

export function toCount(number: number): string {
  return counts.format(number);
}
