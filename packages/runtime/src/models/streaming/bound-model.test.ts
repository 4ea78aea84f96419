import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ask } from '../__fixtures__/ask.ts';
import { openDoor } from '../__fixtures__/doors.ts';
import type { TakeSlot } from '../../respond/respond.ts';

/** Slots that are written down: who took one, and when it was given back. */
function recordedSlots(): { events: string[]; takeSlot: TakeSlot } {
  const events: string[] = [];
  const takeSlot: TakeSlot = async ({ model }) => {
    events.push(`take ${model}`);
    return { accepted: () => events.push('accepted'), refused: async () => undefined, end: () => events.push('end') };
  };
  return { events, takeSlot };
}

describe('a request to a provider', () => {
  it('holds a slot from before it is sent until its answer has ended', async () => {
    const { events, takeSlot } = recordedSlots();
    await using place = await openDoor('openai responses', {
      script: () => {
        events.push('asked');
        return { text: 'Three.' };
      },
    });

    await ask(place.respond, { takeSlot, onDelta: () => events.push('text') });

    expect(events.slice(0, 2)).toEqual(['take openai/gpt-5-mini', 'asked']);
    expect(events.indexOf('text')).toBeLessThan(events.indexOf('end'));
  });

  it('each attempt of a request has a slot, and none is held between attempts', async () => {
    const { events, takeSlot } = recordedSlots();
    await using place = await openDoor('openai responses', {
      script: [{ fault: { kind: 'http', status: 500, retryAfter: 0 } }, { text: 'Three.' }],
      options: { maxRetries: 1 },
    });

    await ask(place.respond, { takeSlot });

    expect(events.slice(0, 3)).toEqual(['take openai/gpt-5-mini', 'end', 'take openai/gpt-5-mini']);
    expect(place.llm.requests).toHaveLength(2);
  });

  it('releases its slot when the caller leaves, though the provider goes on', async () => {
    const { events, takeSlot } = recordedSlots();
    const leaving = new AbortController();
    await using place = await openDoor('openai responses', {
      script: [{ text: 'Three.', fault: { kind: 'stall', afterChunks: 1 } }],
    });

    const answer = ask(place.respond, { takeSlot, signal: leaving.signal, onDelta: () => leaving.abort() });

    await expect(answer).rejects.toThrow('abort');
    expect(events).toContain('end');
  });

  it('leaves no abort listener behind, which would live for ever with all it holds', async () => {
    const signals: AbortSignal[] = [];
    const { takeSlot: take } = recordedSlots();
    const takeSlot: TakeSlot = async (request) => {
      signals.push(request.signal);
      return { ...(await take(request)), refused: () => Promise.reject(new Error('too long')) };
    };
    await using place = await openDoor('openai responses', {
      script: [
        { text: 'Three.' },
        { fault: { kind: 'http', status: 500, retryAfter: 0 } },
        { fault: { kind: 'http', status: 429, retryAfter: 1 } },
      ],
      options: { maxRetries: 0 },
    });

    await ask(place.respond, { takeSlot });
    await expect(ask(place.respond, { takeSlot })).rejects.toMatchObject({ code: expect.any(String) as string });
    await expect(ask(place.respond, { takeSlot })).rejects.toThrow('too long');

    // Of what `fetch` itself leaves there, it holds nothing but a weak reference.
    const holding = (signal: AbortSignal) =>
      getEventListeners(signal, 'abort').filter((listener) => !String(listener).includes('.deref()'));
    expect(signals.map((signal) => holding(signal).length)).toEqual([0, 0, 0]);
  });

  it('a request is not sent before there is a slot, and never if the caller leaves before that', async () => {
    const leaving = new AbortController();
    await using place = await openDoor('openai responses', { script: [] });
    const takeSlot: TakeSlot = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

    const answer = ask(place.respond, { takeSlot, signal: leaving.signal });
    setTimeout(() => leaving.abort(), 20);

    await expect(answer).rejects.toThrow('abort');
    expect(place.llm.requests).toEqual([]);
  });
});
