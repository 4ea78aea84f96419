import { expect, test } from 'vitest';
import { Palette } from '../terminal/palette.ts';
import { askForAnswers, toContent } from './ask-for-answers.ts';

const plain = new Palette(false);
const calls = [
  { callId: 'c1', tool: 'ask_human', input: '{"q":"ok?"}' },
  { callId: 'c2', tool: 'approve\u001B[2J', input: '{}' },
];

test('each call is asked for, and answered under its id', async () => {
  const questions: string[] = [];
  const answers = ['yes', '{"approved":true}'];
  const results = await askForAnswers(calls, async (question) => (questions.push(question), answers.shift()), plain);
  expect(questions).toEqual(['waiting: ask_human({"q":"ok?"})', 'waiting: approve␛[2J({})']);
  expect(results).toEqual([
    { callId: 'c1', content: 'yes' },
    { callId: 'c2', content: { approved: true } },
  ]);
});

test.each(['', '  ', undefined])('answering %j leaves the task waiting', async (answer) => {
  expect(await askForAnswers(calls, async () => answer, plain)).toBeUndefined();
});

test.each([
  ['yes', 'yes'],
  [' 42 ', '42'],
  ['true', 'true'],
  ['[1, 2]', [1, 2]],
  ['{"a": 1}', { a: 1 }],
  ['{not json}', '{not json}'],
])('%j stands for %j', (text, content) => {
  expect(toContent(text)).toEqual(content);
});
