import { mailFrameWire } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { abandoned, call, notice, token } from '../__fixtures__/wire-events.ts';
import type { TokenFrame } from './to-frame.ts';
import { TokenFilter } from './token-filter.ts';

type Wire = { event: string; data: object };

/** What a reader gets to see who adds up deltas without thinking, as `agent: text`. */
function show(wires: readonly Wire[]): string[] {
  const filter = new TokenFilter();
  return wires.flatMap((wire) => {
    const frame = mailFrameWire.parse(wire).value;
    if (frame.event !== 'token') {
      filter.see(frame);
      return [];
    }
    const taken = filter.take(frame);
    return taken === undefined ? [] : [`${taken.data.agent}@${taken.data.offset} ${taken.data.delta}`];
  });
}

describe('text', () => {
  test('that is new is let through', () => {
    expect(show([token('a', [1, 1, 0], 0, 'He'), token('a', [1, 1, 0], 2, 'llo')])).toEqual(['a@0 He', 'a@2 llo']);
  });

  test('that was seen is not', () => {
    expect(
      show([token('a', [1, 1, 0], 0, 'Hello'), token('a', [1, 1, 0], 0, 'Hel'), token('a', [1, 1, 0], 2, 'llo')]),
    ).toEqual(['a@0 Hello']);
  });

  test('that was seen in part is let through from there on', () => {
    expect(show([token('a', [1, 1, 0], 0, 'Hel'), token('a', [1, 1, 0], 0, 'Hello')])).toEqual(['a@0 Hel', 'a@3 lo']);
  });

  test('of another part, turn or agent is other text', () => {
    const tokens = [
      token('a', [1, 1, 0], 0, 'x'),
      token('a', [1, 1, 1], 0, 'x'),
      token('b', [1, 1, 0], 0, 'x'),
      token('a', [2, 1, 0], 0, 'x'),
      token('b', [1, 2, 0], 0, 'x'),
    ];
    expect(show(tokens)).toHaveLength(5);
  });

  test('of an older turn or attempt is too late', () => {
    expect(show([token('a', [2, 2, 0], 0, 'x'), token('a', [1, 9, 0], 0, 'y'), token('a', [2, 1, 0], 0, 'z')])).toEqual(
      ['a@0 x'],
    );
  });

  test('with a gap before it is let through as it is', () => {
    expect(show([token('a', [1, 1, 0], 5, 'late')])).toEqual(['a@5 late']);
  });
});

describe('the log', () => {
  const first = token('a', [1, 1, 0], 0, 'x');

  test('puts an end to the text of a turn once it records it', () => {
    expect(show([first, call('a'), token('a', [1, 1, 0], 1, 'y'), token('a', [1, 2, 0], 0, 'y')])).toEqual(['a@0 x']);
    expect(show([first, call('a'), token('a', [2, 1, 0], 0, 'y')])).toEqual(['a@0 x', 'a@0 y']);
  });

  test('and nothing else does', () => {
    const foreign = { ...call('a'), data: { ...call('a').data, extra_data: { caller: 'a', remote_swarm: 'annex' } } };
    expect(show([first, call('b'), notice('n'), foreign, token('a', [1, 1, 0], 1, 'y')])).toEqual(['a@0 x', 'a@1 y']);
  });

  test('tells which attempt is void, so that its text does not come again', () => {
    const again = [token('a', [1, 1, 0], 0, 'xyz'), token('a', [1, 2, 0], 0, 'new')];
    expect(show([first, abandoned('a', 1, 1), ...again])).toEqual(['a@0 x', 'a@0 new']);
    expect(show([abandoned('a', 1, 1), ...again])).toEqual(['a@0 new']);
  });

  test('does not silence what is newer than the void', () => {
    expect(show([token('a', [2, 1, 0], 0, 'x'), abandoned('a', 1, 3), token('a', [2, 1, 0], 1, 'y')])).toEqual([
      'a@0 x',
      'a@1 y',
    ]);
  });
});

test('text that is replayed from any point, in any pieces, adds up to itself', () => {
  const piece = fc.record({ from: fc.nat(30), length: fc.nat(12), part: fc.nat(1) });
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 2, maxLength: 2 }),
      fc.array(piece, { maxLength: 20 }),
      (texts, pieces) => {
        const filter = new TokenFilter();
        const seen = ['', ''];
        const give = (part: number, offset: number, delta: string) => {
          const wire = token('a', [1, 1, part], offset, delta);
          const taken = filter.take(mailFrameWire.parse(wire).value as TokenFrame);
          if (taken !== undefined) seen[part] += taken.data.delta;
        };
        for (const { from, length, part } of pieces) {
          // A server starts where it likes, but never behind what it has sent.
          const offset = Math.min(from, seen[part]!.length);
          give(part, offset, texts[part]!.slice(offset, offset + length));
          expect(texts[part]!.startsWith(seen[part]!)).toBe(true);
        }
        for (const [part, text] of texts.entries()) give(part, 0, text);
        expect(seen).toEqual(texts);
      },
    ),
  );
});
