import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { rate, rateConfidence } from './rate-confidence.ts';

test.each([
  [[], 0, 'very_low'],
  [['rumour'], 0.3, 'very_low'],
  [['general'], 0.5, 'low'],
  [['news'], 0.6, 'medium'],
  [['wikipedia'], 0.8, 'high'],
  [['academic'], 0.9, 'high'],
  [['news', 'news'], 0.65, 'medium'],
  [['academic', 'rumour'], 0.65, 'medium'],
  [['news', 'news', 'news', 'news', 'news'], 0.8, 'high'],
  [['news', 'news', 'news', 'news', 'news', 'news', 'news'], 0.8, 'high'],
  [['academic', 'academic', 'academic'], 1, 'high'],
  [[' Academic '], 0.9, 'high'],
])('the sources %j give the confidence %d, %s', (sources, score, level) => {
  const rating = rate(
    'A claim.',
    sources.map((source) => ({ source })),
  );
  expect(rating).toMatchObject({ confidence_score: score, confidence_level: level, evidence_count: sources.length });
});

test('the rating names its evidence', () => {
  expect(rate('A claim.', [{ source: 'news' }, { source: 'news' }, {}])).toEqual({
    claim: 'A claim.',
    confidence_score: 0.6,
    confidence_level: 'medium',
    evidence_count: 3,
    source_breakdown: { news: 2, unknown: 1 },
    explanation: '3 pieces of evidence with a mean reliability of 0.50.',
  });
  expect(rate('A claim.', []).explanation).toBe('There is no evidence for the claim.');
});

test('more of the same evidence never lowers the confidence', () => {
  const source = fc.constantFrom('academic', 'wikipedia', 'news', 'general', 'constructor');
  fc.assert(
    fc.property(source, fc.integer({ min: 1, max: 20 }), (kind, count) => {
      const few = rate(
        'c',
        Array.from({ length: count }, () => ({ source: kind })),
      );
      const more = rate(
        'c',
        Array.from({ length: count + 1 }, () => ({ source: kind })),
      );
      expect(more.confidence_score).toBeGreaterThanOrEqual(few.confidence_score);
      expect(more.confidence_score).toBeLessThanOrEqual(1);
    }),
  );
});

test('the action refuses anything but evidence', async () => {
  const input = { claim: 'A claim.', evidence: [{ source: 'news', content: 'yes' }] };
  expect(await runExample(rateConfidence, input)).toMatchObject({ confidence_level: 'medium' });
  for (const change of [{ claim: '' }, { evidence: 'news' }, { evidence: ['news'] }, { evidence: undefined }]) {
    await expect(runExample(rateConfidence, { ...input, ...change })).rejects.toMatchObject({ code: 'action_failed' });
  }
});
