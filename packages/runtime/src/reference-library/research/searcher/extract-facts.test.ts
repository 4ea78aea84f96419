import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { extractFacts, separate } from './extract-facts.ts';

test('statements and opinions are separated', () => {
  expect(separate('Water boils at 100 degrees Celsius. Tea is probably the best drink of all. Short one.')).toEqual({
    facts: ['Water boils at 100 degrees Celsius.'],
    claims: ['Tea is probably the best drink of all.'],
    total_sentences: 3,
    sentences_used: 2,
  });
});

test('a word inside another one does not count', () => {
  expect(separate('The mayor of Shouldham was nevertheless there.').claims).toEqual([]);
});

test('at most ten sentences are used', () => {
  const text = Array.from({ length: 15 }, (_, index) => `This is sentence number ${index} of the text.`).join(' ');
  expect(separate(text)).toMatchObject({ total_sentences: 15, sentences_used: 10 });
});

test('every sentence used is either a fact or a claim', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (text) => {
      const { facts, claims, sentences_used } = separate(text);
      expect(facts.length + claims.length).toBe(sentences_used);
    }),
  );
});

test('the action refuses anything but text', async () => {
  expect(await runExample(extractFacts, { text: 'x' })).toMatchObject({ sentences_used: 0 });
  for (const input of [{}, { text: '' }, { text: 'x'.repeat(100_001) }]) {
    await expect(runExample(extractFacts, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
