import { describe, expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

const KiB = 1024;
const at = (key: string, more = {}) => ({ key, bytes: 0, mostMs: 60_000, ...more });

describe('WaitingLine', () => {
  test('lets in requests within the rate, then one after the other, in order of arrival', async () => {
    const line = new WaitingLine({ rate: { perSecond: 100, burst: 2 }, bytes: KiB * KiB });
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await line.enter(at('a'));
        order.push(index);
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(line.waiting).toBe(0);
  });

  test('refuses only requests that would wait too long, and says when to come again', async () => {
    const line = new WaitingLine({ rate: { perSecond: 0.1, burst: 1 }, bytes: KiB * KiB });
    await line.enter(at('a'));
    const waits = line.enter(at('a', { mostMs: 10_000 }));
    const refused = { code: 'unavailable', details: { retryAfterMs: expect.closeTo(20_000, -3) as number } };
    await expect(line.enter(at('a', { mostMs: 10_000 }))).rejects.toMatchObject(refused);
    // Those who were refused have taken nobody's place, and nobody stands behind another caller.
    await expect(line.enter(at('a', { mostMs: 10_000 }))).rejects.toMatchObject(refused);
    await line.enter(at('b'));
    line.open();
    await waits;
  });

  test('refuses requests that do not fit into memory, until others were let in', async () => {
    const line = new WaitingLine({ rate: { perSecond: 100, burst: 1 }, bytes: 64 * KiB });
    await line.enter(at('a'));
    const waits = line.enter(at('a', { bytes: 50 * KiB }));
    await expect(line.enter(at('a', { bytes: 50 * KiB }))).rejects.toMatchObject({ code: 'unavailable' });
    await waits;
    await line.enter(at('a', { bytes: 50 * KiB }));
  });
});
