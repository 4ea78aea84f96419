import { describe, expect, test } from 'vitest';
import { isUnreachable, readServerAnswer } from './read-server-answer.ts';

const caught = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('readAnswer', () => {
  test('returns the data, or undefined when there is none', () => {
    expect(readServerAnswer({ data: { id: 'ses_1' }, response: { status: 200 } })).toEqual({ id: 'ses_1' });
    expect(readServerAnswer({ data: undefined, response: { status: 204 } })).toBeUndefined();
  });

  test('throws what the server says in an error', () => {
    const error = caught(() =>
      readServerAnswer({ error: { data: { message: 'No such model.' } }, response: { status: 400 } }),
    );
    expect(error).toMatchObject({ code: 'agent_failed', message: 'OpenCode refused: No such model.' });
    expect(isUnreachable(error)).toBe(false);
  });

  test('reports an answer that never came as unreachable', () => {
    const cause = new TypeError('fetch failed');
    const error = caught(() => readServerAnswer({ error: cause, response: undefined }));
    expect(error).toMatchObject({ code: 'agent_failed', message: 'OpenCode cannot be reached: fetch failed', cause });
    expect(isUnreachable(error)).toBe(true);
  });

  test.each([undefined, new Error('fetch failed'), { details: { reason: 'unreachable' } }])(
    'isUnreachable is false for other errors: %s',
    (error) => expect(isUnreachable(error)).toBe(false),
  );
});
