import { expect, test } from 'vitest';
import { toPiErrorText } from './to-pi-error-text.ts';

test.each([
  ['plain words', 'plain words'],
  ['429 {"type":"error","error":{"type":"rate_limit_error","message":"too many"}}', '429 too many'],
  ['API error (400): {"message":"bad request"}', 'API error (400): bad request'],
  ['500 {"no":"message"}', '500 {"no":"message"}'],
  ['broken {json', 'broken {json'],
])('toPiErrorText gives a readable sentence for the pi error "%s"', (errorMessage, expected) => {
  expect(toPiErrorText(errorMessage)).toBe(expected);
});
