import type { ProviderResponse } from './model-failure.ts';

/** A `fetch` that remembers how the last request was answered: what clients throw away of a refusal. */
export function watchAnswers(fetch: typeof globalThis.fetch, seen: ProviderResponse): typeof globalThis.fetch {
  return async (input, init) => {
    delete seen.status;
    delete seen.retryAfter;
    const response = await fetch(input, init);
    if (!response.ok) {
      seen.status = response.status;
      const seconds = toSeconds(response.headers);
      if (seconds !== undefined) seen.retryAfter = seconds;
    }
    return response;
  };
}

/** Seconds, a date, or milliseconds, as providers like it. */
function toSeconds(headers: Headers): number | undefined {
  const ms = headers.get('retry-after-ms');
  if (ms !== null && /^\d+(\.\d+)?$/.test(ms)) return Math.ceil(Number(ms) / 1_000);
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
