import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailFrameWire } from '../frames/mail-frame.ts';
import { textArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { liveTextSchema, TEXT_KINDS, type Token, tokenSchema } from './live-text.ts';

const place = { agent: 'clerk', turn: 3, attempt: 1, part: 0, kind: 'text' as const };

/** How readers are told to use tokens. */
const read = (text: string, { offset, delta }: Token): string => text.slice(0, offset) + delta;

const tokensOf = (pieces: readonly string[]): Token[] => {
  let offset = 0;
  return pieces.map((delta) => {
    const token = { ...place, offset, delta };
    offset += delta.length;
    return token;
  });
};

describe('tokens', () => {
  test('add up to the text', () => {
    fc.assert(
      fc.property(fc.array(textArbitrary), (pieces) => {
        const tokens = tokensOf(pieces);
        expect(tokens.every((token) => tokenSchema.safeParse(token).success)).toBe(true);
        expect(tokens.reduce(read, '')).toBe(pieces.join(''));
      }),
    );
  });

  test('tokens never double text when a reader gets some of them again', () => {
    fc.assert(
      fc.property(fc.array(textArbitrary, { minLength: 1 }), fc.nat(), (pieces, back) => {
        const tokens = tokensOf(pieces);
        const replayed = tokens.slice(back % tokens.length);
        expect([...tokens, ...replayed].reduce(read, '')).toBe(pieces.join(''));
      }),
    );
  });

  test('tokens become frames without a place in the log', () => {
    const [token] = tokensOf(['hello']);
    const wire = mailFrameWire.emit({ event: 'token', data: { taskId: 'task-1', ...token! } });
    expect(wire).toEqual({ event: 'token', data: { task_id: 'task-1', ...token } });
  });
});

describe('live text', () => {
  test.each(TEXT_KINDS)('accepts live text of the kind %s', (kind) => {
    expect(liveTextSchema.safeParse({ ...place, kind, text: 'x' }).success).toBe(true);
  });

  test.each([{ kind: 'shout' }, { turn: 1.5 }, { agent: undefined }, { delta: 'x' }])(
    'refuses live text with %j',
    (change) => {
      expect(liveTextSchema.safeParse({ ...place, text: 'x', ...change }).success).toBe(false);
    },
  );
});
