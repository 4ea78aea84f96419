import type { Words } from '../words/en.ts';

const CODES = ['rate_limit', 'auth_error', 'agent_error'] as const;

/** Why an answer failed: what kind of failure it was, what the model said about it, and how long to wait. */
export type Failure = { code: (typeof CODES)[number]; reason: string; retryAfter: number | undefined };

/**
 * Reads the text with which an answer fails.
 *
 * @example readFailure('rate_limit: Not now (retry in 300 s)') // { code: 'rate_limit', reason: 'Not now', retryAfter: 300 }
 */
export function readFailure(text: string): Failure {
  const [, word = '', rest = ''] = /^(\w+): (.*)$/s.exec(text) ?? [];
  const code = CODES.find((each) => each === word);
  const [, reason, seconds] = /^(.*) \(retry in (\d{1,9}) s\)$/s.exec(code === undefined ? text : rest) ?? [];
  return {
    code: code ?? 'agent_error',
    reason: reason ?? (code === undefined ? text : rest),
    retryAfter: seconds === undefined ? undefined : Number(seconds),
  };
}

/** The same for the reader: what it means comes in their language, and then what the model said. */
export function sayAnswerFailure(text: string, { chat }: Pick<Words, 'chat'>): string {
  const { code, reason, retryAfter } = readFailure(text);
  return [chat.failures[code], retryAfter === undefined ? '' : chat.retryIn(retryAfter), reason]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
