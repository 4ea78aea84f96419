/** What went wrong with a model, in the words that clients know. */
export type FailureCode = 'rate_limit' | 'auth_error' | 'agent_error';

export type ModelFailure = {
  readonly code: FailureCode;
  readonly message: string;
  /** Seconds to wait, where the provider says so. */
  readonly retryAfter?: number;
  /** Whether asking again, or somebody else, may help. */
  readonly isTransient: boolean;
};

/** What the provider answered, as far as it got there. */
export type ProviderResponse = { status?: number; retryAfter?: number };

const NETWORK =
  /fetch failed|network|socket|ECONN|ENOTFOUND|EAI_AGAIN|terminated|timed? ?out|connection error|overloaded/i;

/**
 * What an error of a provider means. The text is the provider's; the status is in it, or was seen on the way.
 */
export function toModelFailure(text: string, seen: ProviderResponse = {}): ModelFailure {
  const status = seen.status ?? statusIn(text);
  const message = toSentence(text);
  const retryAfter = seen.retryAfter === undefined ? {} : { retryAfter: seen.retryAfter };
  if (status === 429) return { code: 'rate_limit', message, ...retryAfter, isTransient: true };
  if (status === 401 || status === 403) return { code: 'auth_error', message, isTransient: false };
  const isTransient = status === undefined ? NETWORK.test(text) : status >= 500 || status === 408;
  return { code: 'agent_error', message, ...retryAfter, isTransient };
}

/**
 * A failure as the text of an error, and back. pi carries failures as texts, so this is how one gets from the place
 * where a model is asked to the readers of the chat.
 *
 * @example toFailureText({ code: 'rate_limit', message: 'Slow down', retryAfter: 30, isTransient: true });
 * // 'rate_limit: Slow down (retry in 30 s)'
 */
export function toFailureText({ code, message, retryAfter }: Omit<ModelFailure, 'isTransient'>): string {
  return `${code}: ${message}${retryAfter === undefined ? '' : ` (retry in ${retryAfter} s)`}`;
}

/** The failure that an error text tells of; one without a code is the agent's own. */
export function readFailureText(text: string): Omit<ModelFailure, 'isTransient'> {
  const [, code, rest] = /^(rate_limit|auth_error|agent_error): (.*)$/s.exec(text) ?? [];
  if (code === undefined || rest === undefined) return { code: 'agent_error', message: text };
  const [, message, seconds] = /^(.*) \(retry in (\d+) s\)$/s.exec(rest) ?? [];
  if (message === undefined) return { code: code as FailureCode, message: rest };
  return { code: code as FailureCode, message, retryAfter: Number(seconds) };
}

function statusIn(text: string): number | undefined {
  const found = /^\s*(\d{3})\b|\((\d{3})\)|\bstatus(?: code)?:? (\d{3})\b/i.exec(text);
  const status = Number(found?.[1] ?? found?.[2] ?? found?.[3]);
  return status >= 400 && status <= 599 ? status : undefined;
}

const MAX_REASON_LENGTH = 500;

/** The sentence in an error, which is often a status and the whole body of an answer. */
function toSentence(text: string): string {
  const start = text.indexOf('{');
  const inside = start === -1 ? undefined : messageIn(text.slice(start));
  return (
    (inside ?? text).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH) ||
    'The model failed without saying why.'
  );
}

function messageIn(json: string): string | undefined {
  try {
    const body = JSON.parse(json) as { message?: unknown; error?: { message?: unknown } };
    const message = body.error?.message ?? body.message;
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
