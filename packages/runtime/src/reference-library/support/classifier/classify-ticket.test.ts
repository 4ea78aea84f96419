import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { classify, classifyTicket } from './classify-ticket.ts';

test.each([
  ['I was charged twice, please refund my card', 'billing', 'high'],
  ['The export is broken and the app crashes with an error', 'technical', 'medium'],
  ['I am locked out of my account and forgot my password', 'account', 'high'],
  ['Just wondering about your opening hours', 'general', 'low'],
  ['URGENT!!! Outage, everything is down', 'technical', 'urgent'],
  ['hello there', 'general', 'medium'],
])('the ticket "%s" is %s and %s', (text, category, priority) => {
  expect(classify(text)).toMatchObject({ category, priority });
});

test('the answer has the keys that agents know', () => {
  expect(classify('Refund my invoice, there is a problem')).toEqual({
    category: 'billing',
    category_confidence: 1,
    priority: 'medium',
    priority_confidence: 1,
    reasoning: 'Category billing, because of: invoice, refund. Priority medium, because of: problem.',
    suggested_actions: [expect.stringContaining('invoices'), expect.stringContaining('refund')],
  });
});

test('a ticket without any hint is general and medium, with low confidence', () => {
  expect(classify('lorem ipsum')).toMatchObject({
    category: 'general',
    category_confidence: 0.3,
    priority: 'medium',
    priority_confidence: 0.5,
  });
});

test('one urgent word outweighs three low ones', () => {
  const { priority, priority_confidence } = classify('A minor question, just an idea, but urgent');
  expect(priority).toBe('urgent');
  expect(priority_confidence).toBe(0.57);
});

test('confidence is a fraction, and urgent tickets go to a person', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('invoice', 'error', 'account', 'urgent', 'minor', 'x')), (words) => {
      const { category_confidence, priority_confidence, priority, suggested_actions } = classify(words.join(' '));
      for (const confidence of [category_confidence, priority_confidence]) {
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
      expect(suggested_actions.some((step) => step.includes('person'))).toBe(priority === 'urgent');
    }),
  );
});

test('the action reads long texts quickly and refuses endless ones', async () => {
  const begin = performance.now();
  await runExample(classifyTicket, { text: 'invoice '.repeat(2_500) });
  expect(performance.now() - begin).toBeLessThan(15_000);
  for (const input of [{}, { text: '' }, { text: 'x'.repeat(20_001) }, { text: 5 }]) {
    await expect(runExample(classifyTicket, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
