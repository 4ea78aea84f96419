import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownText } from './own-text.ts';

test('ownText returns the same text, whatever is in it', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ownText(text) === text));
  expect(ownText('cut in two: \ud83d')).toBe('cut in two: \ud83d');
});

/** Keeps the ends of texts of ten megabytes each, and prints how many megabytes that takes. */
const keepEnds = (own: boolean): number => {
  const program = `
    import { ownText } from ${JSON.stringify(new URL('own-text.ts', import.meta.url).href)};
    const line = Array.from({ length: 1_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
    const kept = [];
    for (let each = 0; each < 8; each += 1) {
      const end = Array.from({ length: 10_000 }, () => line).join('').slice(-1_000);
      kept.push(${own ? 'ownText(end)' : 'end'});
    }
    gc();
    console.log(process.memoryUsage().heapUsed / 1e6, kept.length);`;
  const words = ['--expose-gc', '--input-type=module-typescript', '--eval', program];
  return Number.parseFloat(execFileSync(process.execPath, words, { encoding: 'utf8' }));
};

test('ownText does not keep the text it was cut out of', () => {
  expect(keepEnds(true)).toBeLessThan(20);
  // Or else there would be no need for it.
  expect(keepEnds(false)).toBeGreaterThan(60);
}, 120_000);
