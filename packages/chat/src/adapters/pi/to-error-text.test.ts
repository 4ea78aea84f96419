import { expect, test } from 'vitest';
import { toErrorText } from './to-error-text.ts';

test.each([
  ['plain words', 'plain words'],
  ['429 {"type":"error","error":{"type":"rate_limit_error","message":"too many"}}', '429 too many'],
  ['API error (400): {"message":"bad request"}', 'API error (400): bad request'],
  ['500 {"no":"message"}', '500 {"no":"message"}'],
  ['broken {json', 'broken {json'],
])('toErrorText gives a readable sentence for the pi error "%s"', (errorMessage, expected) => {
  expect(toErrorText(errorMessage)).toBe(expected);
});
