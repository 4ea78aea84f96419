import { expect, test } from 'vitest';
import { toRefusedError, toTooLargeError, toUnreachableError } from './refusal.ts';

const secret = 'https://user:secret@api.example:8443/secret?key=secret#secret';

test('messages name the origin and nothing that could be a secret', () => {
  const url = new URL(secret);
  for (const error of [
    toRefusedError(secret, { reason: 'credentials', text: 'no passwords' }),
    toRefusedError(url, { reason: 'timeout', text: 'too slow' }),
    toTooLargeError(url, 10),
    toUnreachableError(url, new Error('gone')),
  ]) {
    expect(error.message).toContain('https://api.example:8443');
    expect(error.message).not.toContain('secret');
  }
});

test.each([
  ['nonsense', 'this URL'],
  ['file:///etc/passwd', 'file:'],
  ['data:text/plain,secret', 'data:'],
])('names %s as %s', (url, name) => {
  expect(toRefusedError(url, { reason: 'scheme', text: 'no' }).message).toBe(`The call to ${name} was refused: no.`);
});

test('errors have a code, a reason and a cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  expect(toRefusedError('http://a/', { reason: 'host', text: 'x' }, cause)).toMatchObject({
    code: 'url_refused',
    details: { reason: 'host' },
    cause,
  });
  expect(toTooLargeError(new URL('http://a/'), 5)).toMatchObject({ code: 'too_large', details: { maxBytes: 5 } });
  expect(toUnreachableError(new URL('http://a/'), cause)).toMatchObject({
    code: 'peer_unreachable',
    message: 'http://a could not be reached: ECONNREFUSED.',
    cause,
  });
  expect(toUnreachableError(new URL('http://a/'), 'odd').message).toBe('http://a could not be reached: odd.');
});
