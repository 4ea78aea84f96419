import { ERROR_CODES, type ErrorCode, PosthouseError, problem } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { toFailureAnswer, toOpenAIError, toOpenAINames, toOpenAIStatus } from './openai-error.ts';

const error = (code: ErrorCode, details?: unknown) =>
  toOpenAIError(new PosthouseError({ code, message: 'm', details }));
const requestErrors = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => ERROR_CODES[code].status >= 400);

describe('an error in OpenAI’s shape', () => {
  test.each(requestErrors)('the error for %s has a documented message, type, param and code', (code) => {
    const { status, body } = error(code);
    expect(status).toBe(toOpenAIStatus(code));
    expect(Object.keys(body.error).toSorted()).toEqual(['code', 'message', 'param', 'type']);
    expect(toOpenAINames(code)).toContain(body.error.code);
    const type = status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error';
    expect(body.error.type).toBe(type);
  });

  test('errors have the names that clients look for', () => {
    expect(error('swarm_not_found')).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found', param: 'model' } },
    });
    expect(error('unauthenticated')).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
    expect(error('rate_limited')).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limit_exceeded' } },
      retryable: true,
    });
    const previous = [problem(['previous_response_id'], 'x', 'y')];
    expect(error('task_not_found', previous).body.error.code).toBe('previous_response_not_found');
  });

  test('says where something is wrong, as OpenAI writes paths', () => {
    expect(error('invalid_input', [problem(['input', 2, 'content', 0], 'x', 'y')]).body.error.param).toBe(
      'input[2].content[0]',
    );
    for (const details of [undefined, [], 'text', [problem([], 'x', 'y')]]) {
      expect(error('invalid_input', details).body.error.param).toBeNull();
    }
  });

  test('errors that cannot be retried with success say so', () => {
    expect(error('tool_name_taken')).toMatchObject({ status: 400, retryable: false });
    expect(error('unavailable')).toMatchObject({ status: 503, retryable: true });
  });
});

test('a failed run is an error that is not retried', () => {
  expect(toFailureAnswer({ code: 'model_failed', message: 'm' })).toMatchObject({ status: 500, retryable: false });
  expect(toFailureAnswer({ code: 'cancelled', message: 'm' })).toMatchObject({
    status: 409,
    body: { error: { type: 'invalid_request_error', code: 'cancelled' } },
  });
  expect(toOpenAIStatus('model_failed')).toBe(500);
});
