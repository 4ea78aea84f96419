import { expect, test } from 'vitest';
import { toNetworkError } from './to-network-error.ts';

const place = { request: 'GET /', baseURL: 'http://host' };
const wrapped = (inner: Error) => new TypeError('fetch failed', { cause: inner });
const withCode = (code: string) => Object.assign(new AggregateError([], ''), { code });

test.each([
  [
    'the innermost error',
    wrapped(wrapped(new Error('connect ECONNREFUSED 127.0.0.1:1'))),
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
  ['the only error', new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['the code of one without words', wrapped(withCode('ECONNREFUSED')), 'ECONNREFUSED'],
  ['the name of one with nothing else', new TypeError(''), 'TypeError'],
  ['what is no error', 'gone', 'gone'],
])('the reason of a network error is %s', (_, cause, reason) => {
  expect(toNetworkError(cause, place)).toMatchObject({
    code: 'server_unreachable',
    message: `GET /: the connection to http://host failed: ${reason}`,
    request: 'GET /',
    answered: false,
    cause,
  });
});

test('a circular chain of causes has a reason', () => {
  const circular = new Error('a');
  circular.cause = circular;
  expect(toNetworkError(circular, place).message).toMatch(/failed: a$/);
});
