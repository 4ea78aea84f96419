import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { ask } from '../models/__fixtures__/ask.ts';
import { DOOR_NAMES, openDoor } from '../models/__fixtures__/doors.ts';
import { CallMeter } from './call-meter.ts';

const LONG = 'Many words that nobody will ever read. '.repeat(2_000);

describe.each(DOOR_NAMES)('usage of a model behind %s', (door) => {
  it('usage is what the provider reports', async () => {
    await using place = await openDoor(door, { script: [{ text: 'Fine.', usage: { input: 90, output: 4 } }] });

    const { usage } = await ask(place.respond);

    expect(usage).toMatchObject({ calls: 1, usage: { inputTokens: 90, outputTokens: 4 } });
    expect(usage).not.toHaveProperty('estimated');
  });

  it('usage is estimated from what was sent and received when the answer is cut off', async () => {
    await using place = await openDoor(door, { script: [{ text: LONG, chunkSize: 20 }] });

    const { usage } = await ask(place.respond, { textBytes: 4_000 });

    expect(usage).toMatchObject({ calls: 1, estimated: true });
    expect(usage!.usage.outputTokens).toBeGreaterThanOrEqual(1_000);
    expect(usage!.usage.outputTokens).toBeLessThan(LONG.length / 8);
    expect(usage!.usage.inputTokens).toBeGreaterThan(20);
  });

  it('refused calls are counted, with a usage of zero', async () => {
    const fault = { kind: 'http', status: 503, retryAfter: 0 } as const;
    const script = [{ fault }, { text: 'Fine.', usage: { input: 90, output: 4 } }];
    await using place = await openDoor(door, { script, options: { maxRetries: 1 } });

    const { usage } = await ask(place.respond);

    expect(place.llm.requests).toHaveLength(2);
    expect(usage).toMatchObject({ calls: 2, usage: { inputTokens: 90, outputTokens: 4 } });
    expect(usage).not.toHaveProperty('estimated');
  });

  it('usage can be read during a call, and is kept when the call is stopped', async () => {
    await using place = await openDoor(door, { script: [{ text: LONG, chunkSize: 20, delayMs: 2 }] });
    const meter = new CallMeter();
    const stop = new AbortController();
    let heard = 0;

    const answer = ask(place.respond, {
      meter,
      signal: stop.signal,
      onDelta: ({ delta }) => {
        heard += delta.length;
        if (heard > 400) stop.abort(new PosthouseError({ code: 'cancelled', message: 'stopped' }));
      },
    });

    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    const [metered] = meter.read();
    expect(metered).toMatchObject({ calls: 1, estimated: true });
    expect(metered!.usage.outputTokens).toBeGreaterThanOrEqual(100);
    expect(meter.take()).toEqual([metered]);
    expect(meter.read()).toEqual([]);
    expect(meter.takeRest()).toEqual([{ ...metered, id: expect.any(String), noted: expect.any(Promise) }]);
    expect(meter.takeRest()).toEqual([]);
  });
});
