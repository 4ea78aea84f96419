import { expect, test } from 'vitest';
import { Palette } from '../terminal/palette.ts';
import { askForAnswers, toAnswerContent } from './ask-for-answers.ts';

const plain = new Palette(false);
const by = { agent: 'boss', turn: 1 };
const asked = { by, kind: 'breakpoint', forCaller: true } as const;
const questions = [
  { call: { ...asked, id: '1', callId: 'c1', tool: 'ask_human', input: { q: 'ok?' } }, needs: 'result' },
  { call: { ...asked, id: '2', callId: 'c2', tool: 'approve\u001B[2J', input: {} }, needs: 'approval' },
] as const;

test('every call is asked about and answered under its id', async () => {
  const asking: string[] = [];
  const answers = ['yes', '{"approved":true}'];
  const results = await askForAnswers(questions, async (question) => (asking.push(question), answers.shift()), plain);
  expect(asking).toEqual(['waiting: ask_human({"q":"ok?"})', 'waiting: approve␛[2J({})']);
  expect(results).toEqual([
    { callId: 'c1', content: 'yes' },
    { callId: 'c2', content: { approved: true } },
  ]);
});

test.each(['', '  ', undefined])('the answer %j leaves the task waiting', async (answer) => {
  expect(await askForAnswers(questions, async () => answer, plain)).toBeUndefined();
});

test.each([
  ['yes', 'yes'],
  [' 42 ', '42'],
  ['true', 'true'],
  ['[1, 2]', [1, 2]],
  ['{"a": 1}', { a: 1 }],
  ['{not json}', '{not json}'],
])('the typed answer %j means %j', (text, content) => {
  expect(toAnswerContent(text)).toEqual(content);
});
