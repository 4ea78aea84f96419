/**
 * How many seconds a server wants to be left alone, from its `Retry-After`: a number of seconds, or a date. Undefined
 * when it does not say.
 */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now.getTime()) / 1_000));
}
