import { describe, expect, test } from 'vitest';
import { PairingCode } from './pairing-code.ts';

describe('a pairing code', () => {
  const start = Date.parse('2026-03-01T12:00:00Z');
  const MINUTE = 60_000;

  function codeAt(clock: { time: number }): PairingCode {
    return new PairingCode({ now: () => new Date(clock.time) });
  }

  test('a pairing code is easy to type and different every time', () => {
    const codes = Array.from({ length: 50 }, () => codeAt({ time: start }).text);
    expect(new Set(codes).size).toBe(50);
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  });

  test('lets in one device, and no second one', () => {
    const code = codeAt({ time: start });
    expect(code.redeem(code.text)).toEqual({ accepted: true });
    expect(code.redeem(code.text)).toEqual({ accepted: false, triesLeft: 0 });
  });

  test('a pairing code may be typed in lower case and without its dash', () => {
    const code = codeAt({ time: start });
    expect(code.redeem(` ${code.text.toLowerCase().replace('-', '')} `)).toEqual({ accepted: true });
  });

  test('a pairing code is locked after five wrong guesses, even for the right one', () => {
    const code = codeAt({ time: start });
    const left = Array.from({ length: 5 }, () => code.redeem('WRNG-CODE'));
    expect(left.map((result) => 'triesLeft' in result && result.triesLeft)).toEqual([4, 3, 2, 1, 0]);
    expect(code.redeem(code.text)).toEqual({ accepted: false, triesLeft: 0 });
  });

  test('a pairing code is valid for ten minutes and not a millisecond longer', () => {
    const clock = { time: start };
    const early = codeAt(clock);
    const late = codeAt(clock);
    clock.time = start + 10 * MINUTE - 1;
    expect(early.redeem(early.text)).toEqual({ accepted: true });
    clock.time = start + 10 * MINUTE;
    expect(late.redeem(late.text)).toEqual({ accepted: false, triesLeft: 0 });
  });
});
