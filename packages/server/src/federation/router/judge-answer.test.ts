import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAnswer, type LetterAnswer } from './judge-answer.ts';

const receipt = (fields: object = {}) =>
  JSON.stringify({ swarm: 'beta', task_id: 't', status: 'success', local_runner: 'swarm:alpha@beta', ...fields });
const detail = (text: string) => JSON.stringify({ detail: text });
const given = (fields: Partial<LetterAnswer>): LetterAnswer => ({
  peer: 'beta',
  kind: 'reference',
  direction: 'forward',
  status: 200,
  text: receipt(),
  ...fields,
});
/** What becomes of a letter after an answer. */
const judge = (fields: Partial<LetterAnswer>): string => {
  try {
    judgeAnswer(given(fields));
    return 'delivered';
  } catch (error) {
    return PosthouseError.isInstance(error) ? (error.retryable ? 'later' : 'never') : 'odd';
  }
};
const EXISTS =
  "server failed to receive interswarm forward message: error routing interswarm message: a task with ID 't' already exists in swarm memory";

describe('judging the answer to outgoing mail', () => {
  test('a receipt names who works on the task there', () => {
    expect(judgeAnswer(given({}))).toEqual({ runner: 'swarm:alpha@beta' });
    for (const odd of ['', 'nobody', 'swarm:alpha@gamma', 'agent:alpha@beta']) {
      expect(judgeAnswer(given({ text: receipt({ local_runner: odd }) }))).toEqual({});
    }
  });

  test.each(['<html>', '', '[]', '{}', '"ok"', detail('x')])(
    '200 with %j is not a receipt, so the mail is sent again',
    (text) => {
      expect(judge({ text })).toBe('later');
    },
  );

  test('a duplicate at a reference server counts as delivered', () => {
    expect(judge({ status: 500, text: detail(EXISTS) })).toBe('delivered');
    expect(judge({ status: 409, text: detail(EXISTS) })).toBe('delivered');
    expect(judge({ status: 500, text: detail(EXISTS), direction: 'back' })).toBe('later');
    expect(judge({ status: 409, text: detail(EXISTS), kind: 'ours' })).toBe('never');
  });

  test.each([408, 425, 429, 500, 502, 503, 504, 599])('%i may be retried', (status) => {
    expect(judge({ status, text: detail('not now') })).toBe('later');
  });

  test.each([400, 401, 403, 404, 405, 409, 410, 413, 422])('the status %i is final', (status) => {
    expect(judge({ status, text: detail('no') })).toBe('never');
  });

  test.each([
    "…router failed to receive interswarm message forward: received interswarm message for wrong swarm: 'x'",
    "…unknown local agent: 'x'",
    "…task owner mismatch: expected 'a', got 'b'",
    "…task contributor must be in the format 'role:id@swarm'",
  ])('500 with %j is final, because it is about the mail itself', (text) => {
    expect(judge({ status: 500, text: detail(text) })).toBe('never');
  });

  test('an error gives its reason without whole pages, and how long to wait', () => {
    const caught = (fields: Partial<LetterAnswer>): PosthouseError => {
      try {
        judgeAnswer(given(fields));
      } catch (error) {
        return error as PosthouseError;
      }
      throw new Error('nothing was thrown');
    };
    expect(caught({ status: 404, text: detail("unknown local agent: 'x'") })).toMatchObject({
      code: 'peer_refused',
      message: "swarm 'beta' answered with status 404: unknown local agent: 'x'",
    });
    expect(caught({ status: 502, text: '<html>bad gateway</html>' }).message).toBe(
      "swarm 'beta' answered with status 502",
    );
    expect(caught({ status: 503, text: '', retryAfter: '7' }).details).toEqual({ status: 503, retryAfterMs: 7_000 });
    expect(caught({ status: 503, text: '', retryAfter: 'soon' }).details).toEqual({ status: 503 });
  });

  test('any answer has an outcome', () => {
    const any = fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      text: fc.oneof(fc.string(), fc.json()),
      kind: fc.constantFrom('ours' as const, 'reference' as const),
      direction: fc.constantFrom('forward' as const, 'back' as const),
    });
    fc.assert(
      fc.property(any, (fields) => {
        expect(['delivered', 'later', 'never']).toContain(judge(fields));
      }),
    );
  });
});
