import { referenceLibrary } from '@posthouse/runtime/reference-library';
import { expect, test } from 'vitest';
import { mailed, requestWith } from '../__fixtures__/conversation.ts';
import { analystScript, consultantScript } from './script.ts';

async function answerOf(script: typeof consultantScript, body: string): Promise<string> {
  if (typeof script !== 'function') throw new Error('a function is expected');
  const [call, ...more] = (await script(requestWith(mailed('supervisor', 'Question', body)))).toolCalls ?? [];
  expect(more).toEqual([]);
  expect(call).toMatchObject({ name: 'send_response', input: { target: 'supervisor', subject: 'Re: Question' } });
  return (call as { input: { body: string } }).input.body;
}

test('the consultant answers at once, with what its prompt asks for', async () => {
  const answer = await answerOf(consultantScript, 'Shall we\nmove?');
  expect(answer).toContain('Question: Shall we move?');
  for (const part of ['Recommendation:', 'For it:', 'Against it:', 'Set aside:', 'Next steps:'])
    expect(answer).toContain(part);
  expect(referenceLibrary.prompts['examples/consultant:systemPrompt']).toContain('next steps');
});

test('the analyst answers at once, with what its prompt asks for', async () => {
  const answer = await answerOf(analystScript, 'What are the risks?');
  for (const part of ['Known:', 'Assumed:', 'Finding:', 'Risks:']) expect(answer).toContain(part);
  expect(referenceLibrary.prompts['examples/analyst:systemPrompt']).toContain('risks');
});

test('a long question is shortened', async () => {
  const [first = ''] = (await answerOf(consultantScript, 'why '.repeat(1000))).split('\n');
  expect(first.length).toBeLessThan(220);
  expect(first.endsWith('…')).toBe(true);
});
