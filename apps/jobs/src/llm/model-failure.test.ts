import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFailureText, toFailureText, toModelFailure } from './model-failure.ts';

test.each([
  ['429: {"message":"Slow down"}', { code: 'rate_limit', message: 'Slow down', isTransient: true }],
  ['429 {"error":{"message":"Slow down"}}', { code: 'rate_limit', message: 'Slow down', isTransient: true }],
  ['local API error (429): {"message":"Slow down"}', { code: 'rate_limit', message: 'Slow down', isTransient: true }],
  ['500: {"message":"Oops"}', { code: 'agent_error', message: 'Oops', isTransient: true }],
  ['529 overloaded', { code: 'agent_error', message: '529 overloaded', isTransient: true }],
  ['401 {"error":{"message":"Wrong key"}}', { code: 'auth_error', message: 'Wrong key', isTransient: false }],
  ['403: forbidden', { code: 'auth_error', message: '403: forbidden', isTransient: false }],
  ['400: {"message":"Too long"}', { code: 'agent_error', message: 'Too long', isTransient: false }],
  ['fetch failed', { code: 'agent_error', message: 'fetch failed', isTransient: true }],
  ['something else', { code: 'agent_error', message: 'something else', isTransient: false }],
  ['', { code: 'agent_error', message: 'The model failed without saying why.', isTransient: false }],
  ['500: {broken', { code: 'agent_error', message: '500: {broken', isTransient: true }],
])('toModelFailure reads "%s"', (text, failure) => {
  expect(toModelFailure(text)).toEqual(failure);
});

test('an observed HTTP status counts more than the text', () => {
  expect(toModelFailure('Connection error.', { status: 429, retryAfter: 30 })).toMatchObject({
    code: 'rate_limit',
    retryAfter: 30,
  });
});

test('a failure can be written as text and read back', () => {
  const failure = fc.record({
    code: fc.constantFrom('rate_limit', 'auth_error', 'agent_error'),
    message: fc.string({ minLength: 1 }).filter((text) => !/\(retry in \d+ s\)$/.test(text)),
    retryAfter: fc.option(fc.nat(), { nil: undefined }),
  });
  fc.assert(
    fc.property(failure, ({ retryAfter, ...rest }) => {
      const whole = { ...rest, ...(retryAfter !== undefined && { retryAfter }) } as Parameters<typeof toFailureText>[0];
      expect(readFailureText(toFailureText(whole))).toEqual(whole);
    }),
  );
});

test('any other text is read as an agent error', () => {
  expect(readFailureText('pi failed: no')).toEqual({ code: 'agent_error', message: 'pi failed: no' });
});
