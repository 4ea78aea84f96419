import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { toSentences } from '../sentences.ts';
import { summarize, summarizeText } from './summarize-text.ts';

const text =
  'Bees make honey. A bee hive holds thousands of bees. The weather was fine. Honey keeps for years when bees seal it.';

test('a short text stays as it is', () => {
  expect(summarize(text, 500)).toEqual({
    summary: text,
    original_length: text.length,
    summary_length: text.length,
    sentences_used: 4,
    total_sentences: 4,
  });
});

test('the least significant sentence is dropped first, and the order stays', () => {
  expect(summarize(text, text.length - 1).summary).toBe(text.replace('The weather was fine. ', ''));
  expect(summarize(text, 20).summary).toBe('Bees make honey.');
});

test('a sentence that is too long is cut', () => {
  const { summary, sentences_used } = summarize('This single sentence is much too long for that.', 20);
  expect(summary).toBe('This single sentenc…');
  expect(sentences_used).toBe(0);
});

test('a summary is never longer than allowed, and made of sentences of the text', () => {
  const sentence = fc.stringMatching(/^[A-Z][a-z ]{5,40}[a-z]\.$/);
  fc.assert(
    fc.property(
      fc.array(sentence, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 20, max: 300 }),
      (list, limit) => {
        const whole = list.join(' ');
        const { summary, sentences_used } = summarize(whole, limit);
        expect(summary.length).toBeLessThanOrEqual(limit);
        const known = new Set(toSentences(whole));
        expect(sentences_used === 0 || toSentences(summary).every((each) => known.has(each))).toBe(true);
      },
    ),
  );
});

test('the action allows 500 characters by default', async () => {
  const long = text.repeat(20).replaceAll('.B', '. B');
  const made = (await runExample(summarizeText, { text: long })) as { summary_length: number };
  expect(made.summary_length).toBeLessThanOrEqual(500);
  expect(await runExample(summarizeText, { text: ' ' })).toMatchObject({ summary: '', total_sentences: 0 });
  for (const input of [{}, { text: '' }, { text: 'a', max_length: 5 }, { text: 'x'.repeat(100_001) }]) {
    await expect(runExample(summarizeText, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});

test('a long text takes little time', () => {
  const begin = performance.now();
  summarize('Every sentence is about bees and honey in some way. '.repeat(1_900), 1_000);
  expect(performance.now() - begin).toBeLessThan(15_000);
});
