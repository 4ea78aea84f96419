import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAnswers } from './to-answers.ts';

test.each([
  ['yes', 'yes'],
  ['', ''],
  ['5', '5'],
  ['{"a":1}', '{"a":1}'],
  ['[]', '[]'],
  ['[{"call_id":"c"}]', '[{"call_id":"c"}]'],
  [5, '5'],
  [true, 'true'],
  [{ content: { a: [1] } }, { content: { a: [1] } }],
  [{ content: null }, { content: null }],
  ['{"content":"x"}', { content: 'x' }],
  [[{ call_id: 'c', content: 1 }], [{ callId: 'c', content: 1 }]],
  ['[{"call_id":"c","content":"x"}]', [{ callId: 'c', content: 'x' }]],
  [[], []],
])('%j is read as the answer %j', (given, answers) => {
  expect(toAnswers(given)).toEqual(answers);
});

test.each([
  [null],
  [undefined],
  [{}],
  [{ contents: 'x' }],
  [[{ call_id: 'c' }]],
  [[{ content: 'x' }]],
  [['x']],
  [[null]],
])('%j is refused as an answer', (given) => {
  expect(() => toAnswers(given)).toThrow(/result/);
});

test('any text is an answer, and breaks nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(toAnswers(text)).toBeDefined();
    }),
  );
});
