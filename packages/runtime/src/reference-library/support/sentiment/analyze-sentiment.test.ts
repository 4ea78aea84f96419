import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { analyze, analyzeSentiment } from './analyze-sentiment.ts';

test.each([
  ['Thank you, the answer was helpful', 'positive', 0.6],
  ['I love it, excellent, wonderful, great', 'positive', 1],
  ['When do you open?', 'neutral', 0],
  ['There is a problem', 'neutral', -0.1],
  ['I am not happy', 'negative', -0.4],
  ['This is terrible, awful, the worst', 'negative', -1],
])('"%s" is %s', (text, sentiment, score) => {
  expect(analyze(text)).toMatchObject({ sentiment, score });
});

test('the answer has the keys that agents know', () => {
  expect(analyze('I am frustrated and worried')).toEqual({
    sentiment: 'negative',
    score: -0.8,
    score_factors: [
      { phrase: 'frustrated', weight: -0.5 },
      { phrase: 'worried', weight: -0.3 },
    ],
    emotions_detected: ['frustration', 'worry'],
    escalation_recommended: true,
    escalation_reason: 'the text is very negative',
    analysis_summary: 'The text sounds negative (-0.80). A person should take over: the text is very negative.',
  });
});

test('a phrase is not counted again inside a longer one', () => {
  expect(analyze('not happy').score_factors).toEqual([{ phrase: 'not happy', weight: -0.4 }]);
  expect(analyze('not happy, but happy with support').score_factors).toHaveLength(2);
});

describe('escalation', () => {
  test.each([
    ['I want to speak to a manager', 'the customer asks for a manager'],
    ['Thanks, but cancel my subscription please', 'the customer wants to leave'],
    ['My lawyer will hear of this', 'the customer speaks of legal steps'],
    ['I will sue', 'the customer speaks of legal steps'],
    ['I am furious', 'the customer is very angry'],
  ])('"%s" is escalated because %s', (text, reason) => {
    expect(analyze(text)).toMatchObject({ escalation_recommended: true, escalation_reason: reason });
  });

  test.each(['The issue is solved', 'I have an issue', 'I am confused', 'A pursuer of tissues'])(
    '"%s" is not escalated',
    (text) => {
      expect(analyze(text)).toMatchObject({ escalation_recommended: false, escalation_reason: null });
    },
  );
});

test('the score stays between -1 and 1 and decides the sentiment', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('love', 'great', 'hate', 'worst', 'broken', 'thanks', 'and')), (words) => {
      const { score, sentiment } = analyze(words.join(' '));
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
      expect(sentiment).toBe(score >= 0.3 ? 'positive' : score <= -0.3 ? 'negative' : 'neutral');
    }),
  );
});

test('the action refuses anything but a short text', async () => {
  expect(await runExample(analyzeSentiment, { text: 'great' })).toMatchObject({ sentiment: 'positive' });
  for (const input of [{}, { text: '' }, { text: 'x'.repeat(20_001) }, { text: ['great'] }]) {
    await expect(runExample(analyzeSentiment, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
