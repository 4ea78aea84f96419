import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { verify, verifyClaim } from './verify-claim.ts';

test('opinions cannot be verified, and neither can a claim without sources', () => {
  expect(verify('Tea is the best drink.', ['news'])).toEqual({
    claim: 'Tea is the best drink.',
    verdict: 'not_verifiable',
    confidence: 1,
    sources_checked: ['news'],
    explanation: expect.stringContaining('opinion'),
  });
  expect(verify('Water is wet.', [])).toMatchObject({ verdict: 'unverified', confidence: 0, sources_checked: [] });
});

test('the same question has the same verdict, whatever the order of the sources', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (claim, sources) => {
      const { verdict, confidence } = verify(claim, sources);
      expect(verify(` ${claim.toUpperCase().toLowerCase()} `.trim(), sources.toReversed()).verdict).toBe(
        verify(claim.toUpperCase().toLowerCase().trim(), sources).verdict,
      );
      expect(verify(claim, sources)).toMatchObject({ verdict, confidence });
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }),
  );
});

test('all verdicts occur, the good one most often', () => {
  const verdicts = Array.from({ length: 200 }, (_, index) => verify(`Statement ${index}`, ['academic']).verdict);
  expect(new Set(verdicts)).toEqual(new Set(['verified', 'disputed', 'inconclusive']));
  expect(verdicts.filter((verdict) => verdict === 'verified').length).toBeGreaterThan(80);
});

test('the action works without sources and refuses anything but a claim', async () => {
  expect(await runExample(verifyClaim, { claim: 'Water is wet.' })).toMatchObject({ verdict: 'unverified' });
  for (const input of [{}, { claim: ' ' }, { claim: 'x'.repeat(5_001) }, { claim: 'a', sources: 'news' }]) {
    await expect(runExample(verifyClaim, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
