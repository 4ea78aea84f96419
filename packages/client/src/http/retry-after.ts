/**
 * What `Retry-After` asks for, in milliseconds: it comes as seconds or as a date.
 *
 * @example toRetryAfterMs('3', Date.now()) // 3000
 */
export function toRetryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
  // Every date has a time of day; without one, engines read a date into almost any number.
  const date = header.includes(':') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
