import { ERROR_CODES, PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { RequestError } from './request-error.ts';
import { type RefusedRequest, toRequestError } from './to-request-error.ts';

const refusal = (change: Partial<RefusedRequest>): RefusedRequest => ({
  request: 'POST /message',
  status: 400,
  contentType: 'application/json',
  retryAfter: null,
  requestId: null,
  redirectedTo: undefined,
  text: '{"detail":"no message provided"}',
  now: 0,
  ...change,
});

describe('an error of a MAIL server', () => {
  test('an error has the message of the server', () => {
    const error = toRequestError(refusal({}));
    expect(error).toBeInstanceOf(RequestError);
    expect(PosthouseError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'RequestError',
      message: 'no message provided',
      code: 'invalid_input',
      status: 400,
      request: 'POST /message',
      serverCode: undefined,
      retryAfterMs: undefined,
      answered: true,
    });
  });

  test.each(Object.entries(ERROR_CODES))('an error has the code %s if the server gives it', (code, { retryable }) => {
    const error = toRequestError(refusal({ status: 418, text: JSON.stringify({ detail: 'd', code }) }));
    expect(error).toMatchObject({ code, serverCode: code, status: 418, retryable });
  });

  test("an error has the code of its status if the server's code is unknown, which is kept", () => {
    const text = JSON.stringify({ detail: 'd', code: 'moon_phase', details: { phase: 3 } });
    expect(toRequestError(refusal({ status: 429, text }))).toMatchObject({
      code: 'rate_limited',
      serverCode: 'moon_phase',
      details: { phase: 3 },
    });
  });

  test('the name of an inherited property is not taken for a known code', () => {
    const text = JSON.stringify({ detail: 'd', code: 'constructor' });
    expect(toRequestError(refusal({ text }))).toMatchObject({ code: 'invalid_input', serverCode: 'constructor' });
  });

  test('an error may have a retry delay', () => {
    expect(toRequestError(refusal({ status: 503, retryAfter: '2' })).retryAfterMs).toBe(2000);
  });

  test('names the redirect that it came from', () => {
    const error = toRequestError(refusal({ status: 405, redirectedTo: 'https://host/message' }));
    expect(error.message).toBe('no message provided (POST /message was redirected to https://host/message)');
  });
});

test.each([
  [400, 'invalid_input'],
  [401, 'unauthenticated'],
  [403, 'unauthenticated'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [408, 'request_timeout'],
  [409, 'task_exists'],
  [413, 'too_large'],
  [418, 'invalid_input'],
  [429, 'rate_limited'],
  [500, 'internal'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'unavailable'],
  [599, 'internal'],
])('the status %i alone means %s', (status, code) => {
  expect(toRequestError(refusal({ status }))).toMatchObject({ code, status });
});

describe('an error that no MAIL server gave', () => {
  test.each([
    ['a page', 'text/html', '<!doctype html><h1>Bad Gateway</h1>', 'with a web page'],
    ['a page without a type', null, '\n<html>', 'with a web page'],
    ['plain text', 'text/plain', 'Internal Server Error', 'with: Internal Server Error'],
    ['nothing', null, '  ', 'without a body'],
    ['JSON of another kind', 'application/json', '{"error":"no"}', 'with: {"error":"no"}'],
    ['JSON whose detail is no text', 'application/json', '{"detail":[1]}', 'with: {"detail":[1]}'],
    ['a lot', 'text/plain', 'x'.repeat(9999), `with: ${'x'.repeat(200)}`],
  ])('quotes the answer as far as it helps: %s', (_, contentType, text, said) => {
    const error = toRequestError(refusal({ status: 502, contentType, text }));
    expect(error.message).toBe(`POST /message was answered with status 502 ${said}`);
    expect(error.code).toBe('unavailable');
  });
});

test('an error without an answer has the status of its code', () => {
  const error = new RequestError({ request: 'GET /', code: 'server_unreachable', message: 'm', cause: new Error('c') });
  expect(error).toMatchObject({ status: 502, retryable: true, answered: false, cause: new Error('c') });
  expect(JSON.parse(JSON.stringify(error))).toEqual({ code: 'server_unreachable', message: 'm' });
});
