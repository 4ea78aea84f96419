import { describe, expect, it } from 'vitest';
import { toOpenAIError } from './openai-error.ts';

describe('toOpenAIError', () => {
  it.each([
    [400, 'invalid_request_error', null],
    [401, 'invalid_request_error', 'invalid_api_key'],
    [404, 'invalid_request_error', null],
    [429, 'requests', 'rate_limit_exceeded'],
    [500, 'server_error', 'server_error'],
    [502, 'server_error', 'server_error'],
    [503, 'server_error', 'server_is_overloaded'],
    [529, 'server_error', 'server_is_overloaded'],
  ])('names status %i %s', (status, type, code) => {
    expect(toOpenAIError({ status, message: 'No.' })).toEqual({ message: 'No.', type, param: null, code });
  });
});
