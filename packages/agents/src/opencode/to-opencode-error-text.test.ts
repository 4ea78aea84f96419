import { expect, test } from 'vitest';
import { toOpencodeErrorText } from './to-opencode-error-text.ts';

test.each([
  ['plain', 'plain'],
  [{ name: 'APIError', data: { message: 'too many' } }, 'too many'],
  [{ message: 'fetch failed' }, 'fetch failed'],
  [{ name: 'UnknownError' }, 'UnknownError'],
  [{ data: { message: 'Model not found\n    at <anonymous> (/x.js:1:2)\n    at y' } }, 'Model not found'],
  [undefined, 'OpenCode reported an error without saying which.'],
  [{ data: { message: '' } }, 'OpenCode reported an error without saying which.'],
])('toOpencodeErrorText gives a readable sentence for the OpenCode error %j', (error, expected) => {
  expect(toOpencodeErrorText(error)).toBe(expected);
});
