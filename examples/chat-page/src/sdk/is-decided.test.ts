import { expect, test } from 'vitest';
import { call, text } from '../__fixtures__/parts.ts';
import { isDecided } from './is-decided.ts';

const approval = { id: 'a', approved: true } as const;
const asked = call('approval-requested', { approval: { id: 'a' } });
const decided = call('approval-responded', { approval });

test.each([
  ['nothing was asked', [text('Hello.')], false],
  ['it is still being asked', [asked], false],
  ['one of two is', [decided, asked], false],
  ['all is decided', [decided], true],
  ['all is decided, though a call waits behind it', [decided, call('input-available')], true],
  ['it was carried out already', [call('output-available', { approval })], false],
])('isDecided when %s: %#', (_, parts, expected) => {
  expect(isDecided({ messages: [{ role: 'assistant', parts }] })).toBe(expected);
});

test('isDecided is false when the user spoke last, or nobody has spoken', () => {
  expect(isDecided({ messages: [{ role: 'user', parts: [decided] }] })).toBe(false);
  expect(isDecided({ messages: [] })).toBe(false);
});
