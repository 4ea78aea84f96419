import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { called, mailed, requestWith, returned } from '../__fixtures__/conversation.ts';
import { specialistScript } from './specialist-script.ts';

/** Looks a word up, and answers with what it finds. */
const script = specialistScript(({ body }, find) => {
  if (body === '') return 'What shall I look up?';
  const call = { name: 'look_up', input: { word: body } };
  return find(call.name, call.input)?.text ?? [call];
});

async function play(request: ScriptedRequest): Promise<ScriptedTurn['toolCalls']> {
  if (typeof script !== 'function') throw new Error('a function is expected');
  return (await script(request)).toolCalls;
}

const question = mailed('boss', 'Word', 'tea');
const lookUp = called('c1', 'look_up', { word: 'tea' });
const answer = { name: 'send_response', input: { target: 'boss', subject: 'Re: Word', body: 'a drink' } };

test('a specialist makes its call first, then answers whoever asked', async () => {
  expect(await play(requestWith(question))).toEqual([{ name: 'look_up', input: { word: 'tea' } }]);
  expect(await play(requestWith(question, lookUp, returned('c1', 'SUCCESS: a drink')))).toEqual([answer]);
});

test('a specialist answers at once when no call is needed', async () => {
  expect(await play(requestWith(mailed('boss', 'Word', '')))).toMatchObject([
    { input: { body: 'What shall I look up?' } },
  ]);
});

test('a specialist works on several requests side by side', async () => {
  const other = mailed('math', 'Other word', 'bee');
  expect(await play(requestWith(question, other))).toEqual([
    { name: 'look_up', input: { word: 'tea' } },
    { name: 'look_up', input: { word: 'bee' } },
  ]);
  const half = requestWith(
    question,
    other,
    lookUp,
    called('c2', 'look_up', { word: 'bee' }),
    returned('c1', 'SUCCESS: a drink'),
  );
  expect(await play(half)).toEqual([answer, { name: 'look_up', input: { word: 'bee' } }]);
});

describe('an answered request', () => {
  const done = [
    question,
    lookUp,
    returned('c1', 'SUCCESS: a drink'),
    called('c2', 'send_response', answer.input),
  ] as const;

  test('an answered request is not answered again', async () => {
    const idle = await play(requestWith(...done));
    expect(idle).toMatchObject([{ name: 'await_message' }]);
  });

  test('an answered request does not block the same question asked again', async () => {
    expect(await play(requestWith(...done, question))).toEqual([{ name: 'look_up', input: { word: 'tea' } }]);
  });
});

test('replies, system broadcasts and user messages are no requests', async () => {
  const others = [
    mailed('math', 'Re: Sum', '4'),
    mailed('swarm', '::error::', 'x', 'system'),
    mailed('ada', 'Hi', 'x', 'user'),
  ];
  expect(await play(requestWith(...others))).toMatchObject([{ name: 'await_message' }]);
});
