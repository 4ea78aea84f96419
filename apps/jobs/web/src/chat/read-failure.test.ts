import fc from 'fast-check';
import { expect, test } from 'vitest';
import { en } from '../words/en.ts';
import { zh } from '../words/zh.ts';
import { readFailure, sayAnswerFailure } from './read-failure.ts';

test.each([
  ['rate_limit: Not now (retry in 300 s)', { code: 'rate_limit', reason: 'Not now', retryAfter: 300 }],
  ['rate_limit: Not now', { code: 'rate_limit', reason: 'Not now', retryAfter: undefined }],
  ['auth_error: invalid x-api-key', { code: 'auth_error', reason: 'invalid x-api-key', retryAfter: undefined }],
  ['agent_error: a\nb', { code: 'agent_error', reason: 'a\nb', retryAfter: undefined }],
  ['fetch: nobody there', { code: 'agent_error', reason: 'fetch: nobody there', retryAfter: undefined }],
  ['', { code: 'agent_error', reason: '', retryAfter: undefined }],
])('readFailure understands %j', (text, expected) => {
  expect(readFailure(text)).toEqual(expected);
});

test('any failure is explained to the reader', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(sayAnswerFailure(text, en)).toContain(en.chat.failures[readFailure(text).code]);
    }),
  );
});

test('the reader learns what a failure means, how long to wait, and what the model said', () => {
  expect(sayAnswerFailure('rate_limit: Not now (retry in 30 s)', zh)).toBe(
    '语言模型要求稍候再试。 请在 30 秒后重试。 Not now',
  );
  expect(sayAnswerFailure('auth_error: ', en)).toBe('The language model rejects the API key.');
});
