import { APICallError } from 'ai';

/** How long a provider wants to be left alone, if it said so. */
export type RateLimit = { waitMs?: number };

/** Too many requests, and too many requests of everybody (Anthropic's word for it). */
const RATE_LIMIT_STATUSES = new Set([429, 529]);
/** What no waiting helps against: the account has run out. */
const FINAL_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

/** Whether a provider refused a call only because there are too many at the moment, and how long it wants to be left alone. */
export function readRateLimit(error: unknown, now: number): RateLimit | undefined {
  if (!APICallError.isInstance(error) || !RATE_LIMIT_STATUSES.has(error.statusCode ?? 0) || isFinal(error.data))
    return undefined;
  const waitMs = readWait(error.responseHeaders ?? {}, now);
  return waitMs === undefined ? {} : { waitMs };
}

function isFinal(data: unknown): boolean {
  const { error = {} } = (data ?? {}) as { error?: { code?: unknown; type?: unknown } };
  return [error?.code, error?.type].some((word) => typeof word === 'string' && FINAL_CODES.has(word));
}

function readWait(headers: Record<string, string>, now: number): number | undefined {
  const exact = toNumber(headers['retry-after-ms']);
  if (exact !== undefined) return exact;
  const { 'retry-after': after } = headers;
  if (after !== undefined) return toMilliseconds(toNumber(after), 1000) ?? toTimeLeft(after, now);
  return readResets(headers, now);
}

/**
 * Without `retry-after` there may be one reset for each kind of limit. It only counts for a kind of which nothing is left: the
 * others were not the reason.
 */
function readResets(headers: Record<string, string>, now: number): number | undefined {
  const waits = Object.entries(headers).flatMap(([name, left]) => {
    const used = /^(x-ratelimit-remaining(?:-\w+)*|anthropic-ratelimit-[\w-]+-remaining)$/.test(name);
    if (!used || Number(left) !== 0) return [];
    const reset = headers[name.replace('remaining', 'reset')];
    return reset === undefined ? [] : (toDuration(reset) ?? toTimeLeft(reset, now) ?? []);
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A length of time as OpenAI writes it, such as `6m0s` or `20ms`. A bare number may mean anything, so it means nothing. */
function toDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as keyof typeof UNITS],
    0,
  );
}

/** The time until a date; bare numbers are no dates. */
function toTimeLeft(text: string, now: number): number | undefined {
  const at = /\d-\d|\d:\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function toNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function toMilliseconds(amount: number | undefined, unit: number): number | undefined {
  return amount === undefined ? undefined : amount * unit;
}
