import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { judge } from '../../bench/soak/reading.ts';

const FULL = process.env.TEST_FULL === '1';
const PROGRAM = fileURLToPath(new URL('../../bench/soak.ts', import.meta.url));

async function soak(seconds: number): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, String(seconds)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

test('servers use as much memory after a long mixed load as near its beginning', async () => {
  const { code, said } = await soak(FULL ? 120 : 5);
  expect([code, said]).toEqual([0, expect.stringMatching(FULL ? /^flat$/m : /^too short to say/m)]);
  // Every kind of caller was there and got what it came for.
  const [, done = ''] = /^done in .*: (.*)$/m.exec(said) ?? [];
  const times = done.split(', ').map((kind) => Number.parseInt(kind, 10));
  expect([times.length, Math.min(...times) > 0]).toEqual([8, true]);
  if (FULL) console.log(said);
});

describe('the verdict on a series of readings', () => {
  const tolerance = { share: 0.1, least: 1 };
  const series = (value: (index: number) => number): number[] => Array.from({ length: 80 }, (_, index) => value(index));

  test('a series that goes up and down, or up in the beginning only, is flat', () => {
    expect(
      judge(
        series((index) => 100 + (index % 7) * 5),
        tolerance,
      ).isFlat,
    ).toBe(true);
    expect(
      judge(
        series((index) => (index < 15 ? index * 6 : 100)),
        tolerance,
      ).isFlat,
    ).toBe(true);
    expect(
      judge(
        series((index) => (index === 75 ? 10_000 : 100)),
        tolerance,
      ).isFlat,
    ).toBe(true);
  });

  test('a series that rises slowly and for good is growing', () => {
    expect(
      judge(
        series((index) => 100 + index),
        tolerance,
      ).isFlat,
    ).toBe(false);
    expect(
      judge(
        series((index) => 100 + index + (index % 7) * 5),
        tolerance,
      ).isFlat,
    ).toBe(false);
  });
});
