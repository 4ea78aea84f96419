import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { detailOf, expectThat, judgeAnswer } from './expect-that.ts';
import { Unmet } from './verdict.ts';

function exchange(status: number, body: unknown): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers: {}, text, ended: true, milliseconds: 1 };
  return { request: { method: 'GET', path: '/', headers: {} }, answer };
}

describe('judgeAnswer', () => {
  const reference = { status: 500, detail: 'it broke' };
  const better = [{ status: 400, difference: 'bad-json-is-400' as const }];

  it('recognises the answer of the reference', () => {
    expect(judgeAnswer(exchange(500, { detail: 'it broke' }), reference, better)).toEqual([]);
    expect(judgeAnswer(exchange(500, { detail: 'it broke', code: 'x' }), reference)).toEqual([]);
    expect(judgeAnswer(exchange(400, { detail: 'so: 1' }), { status: 400, detail: /^so: / })).toEqual([]);
    expect(judgeAnswer(exchange(500, 'Oops'), { status: 500, plain: 'Oops' })).toEqual([]);
    expect(judgeAnswer(exchange(404, { detail: 'any' }), { status: 404 })).toEqual([]);
  });

  it("accepts a message in the server's own words", () => {
    expect(judgeAnswer(exchange(500, { detail: 'oh' }), reference)).toEqual(['own-words']);
    expect(judgeAnswer(exchange(400, { detail: 'oh' }), { status: 400, detail: /^so: / })).toEqual(['own-words']);
  });

  it('recognises better answers by name', () => {
    expect(judgeAnswer(exchange(400, { detail: 'oh' }), reference, better)).toEqual(['bad-json-is-400']);
  });

  it.each([
    ['another status', exchange(404, { detail: 'it broke' })],
    ['success', exchange(200, {})],
    ['no JSON', exchange(500, 'it broke')],
    ['no detail', exchange(500, { error: 'it broke' })],
    ['a detail that is no text', exchange(500, { detail: ['it broke'] })],
    ['an empty detail', exchange(400, { detail: '' })],
  ])('refuses %s', (_name, given) => {
    const judge = () => judgeAnswer(given, reference, better);
    expect(judge).toThrow(Unmet);
    expect(judge).toThrow('expected 500 with {"detail": "it broke"}, or better: 400 with {"detail": …}; saw');
  });
});

describe('expectThat', () => {
  it('expectThat does nothing when the condition holds', () => {
    expect(() => expectThat(exchange(200, {}), true, { expected: 'x' })).not.toThrow();
  });

  it('throws with the whole exchange as evidence, and the answer in one line', () => {
    const given = exchange(500, 'x'.repeat(5_000));
    const complain = () => expectThat(given, false, { expected: 'something else', asReference: true });
    expect(complain).toThrow(Unmet);
    expect(complain).toThrow(
      expect.objectContaining({
        asReference: true,
        evidence: { expected: 'something else', seen: `500 ${'x'.repeat(200)}…`, ...given },
      }),
    );
  });

  it('says that an answer did not end, or was empty', () => {
    const given = exchange(200, '');
    const open = { ...given, answer: { ...given.answer, ended: false } };
    expect(() => expectThat(open, false, { expected: 'x' })).toThrow('saw 200 without a body (and no end)');
  });
});

it('detailOf finds the message of an error', () => {
  expect(detailOf(exchange(400, { detail: 'so' }))).toBe('so');
  expect(detailOf(exchange(400, [1]))).toBeUndefined();
  expect(detailOf(exchange(400, 'detail'))).toBeUndefined();
});
