import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { caught } from '../__fixtures__/caught.ts';
import { RequestError } from './request-error.ts';
import { isPassing, withRetries } from './with-retries.ts';

const refused = (status: number, retryAfterMs?: number) =>
  new RequestError({
    request: 'GET /',
    code: 'unavailable',
    message: `${status}`,
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
const unreachable = () => new RequestError({ request: 'GET /', code: 'server_unreachable', message: 'gone' });
const silent = () => new RequestError({ request: 'GET /', code: 'server_silent', message: 'late' });

/** Fails in these ways, one after the other, and then succeeds. */
function failing(...errors: unknown[]) {
  const times: number[] = [];
  const attempt = async () => {
    times.push(Date.now());
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  return { attempt, times };
}

const options = { retries: 2, signal: undefined, mayRepeat: () => true };

describe('withRetries with a fake clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  const settle = async <Value>(promise: Promise<Value>): Promise<Value> => {
    promise.catch(() => undefined);
    await vi.runAllTimersAsync();
    return promise;
  };

  test('repeats after a temporary failure', async () => {
    const { attempt, times } = failing(unreachable(), refused(503));
    expect(await settle(withRetries(attempt, options))).toBe('done');
    expect(times).toHaveLength(3);
    expect(times[1]).toBeGreaterThanOrEqual(100);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(200);
  });

  test('gives up after the given number of retries', async () => {
    const { attempt, times } = failing(refused(503), refused(502), refused(504), refused(503));
    expect(await settle(caught(withRetries(attempt, options)))).toMatchObject({ status: 504 });
    expect(times).toHaveLength(3);
  });

  test('waits as long as the server asks', async () => {
    const { attempt, times } = failing(refused(429, 7000));
    await settle(withRetries(attempt, options));
    expect(times[1]).toBeGreaterThanOrEqual(7000);
    expect(times[1]).toBeLessThan(7300);
  });

  test('gives up at once if the server asks for too long', async () => {
    const { attempt, times } = failing(refused(429, 3_600_000));
    expect(await settle(caught(withRetries(attempt, options)))).toMatchObject({ retryAfterMs: 3_600_000 });
    expect(times).toHaveLength(1);
  });

  test('failures that are far apart are not counted', async () => {
    let count = 0;
    const attempt = async () => {
      count += 1;
      await vi.advanceTimersByTimeAsync(61_000);
      if (count < 9) throw unreachable();
      return count;
    };
    const result = withRetries(attempt, options);
    for (let turn = 0; turn < 12; turn += 1) await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toBe(9);
  });

  test('repeats nothing that must not be repeated', async () => {
    const first = unreachable();
    const { attempt, times } = failing(first);
    const asked: unknown[] = [];
    const mayRepeat = async (error: unknown) => (asked.push(error), false);
    expect(await settle(caught(withRetries(attempt, { ...options, mayRepeat })))).toBe(first);
    expect(times).toHaveLength(1);
    expect(asked).toEqual([first]);
  });

  test('counts a failure to find out whether it may repeat as one more failure', async () => {
    const { attempt, times } = failing(unreachable());
    let questions = 0;
    const mayRepeat = async () => {
      questions += 1;
      if (questions === 1) throw unreachable();
      return true;
    };
    expect(await settle(withRetries(attempt, { ...options, mayRepeat }))).toBe('done');
    expect([questions, times.length]).toEqual([2, 2]);
  });
});

test.each([
  ['a wrong request', refused(400)],
  ['an unknown thing', refused(404)],
  ['a failure of the server itself', refused(500)],
  ['a server that took longer than the caller would wait', silent()],
  ['something else', new Error('else')],
])('withRetries does not repeat after %s', async (_, error) => {
  const { attempt, times } = failing(error);
  expect(await caught(withRetries(attempt, options))).toBe(error);
  expect(times).toHaveLength(1);
});

test('withRetries stops waiting when the caller aborts', async () => {
  const leaving = new AbortController();
  const { attempt, times } = failing(refused(503, 60_000));
  const result = caught(withRetries(attempt, { ...options, signal: leaving.signal }));
  leaving.abort(new Error('left'));
  expect(await result).toEqual(new Error('left'));
  expect(times).toHaveLength(1);
});

test('temporary failures are those of the connection and of a busy server', () => {
  expect([408, 425, 429, 502, 503, 504].every((status) => isPassing(refused(status)))).toBe(true);
  expect([400, 401, 404, 409, 413, 500, 501].some((status) => isPassing(refused(status)))).toBe(false);
  expect([isPassing(unreachable()), isPassing(silent())]).toEqual([true, false]);
});
