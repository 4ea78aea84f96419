import { describe, expect, test } from 'vitest';
import { isUnreachable, readAnswer } from './read-answer.ts';

const caught = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('an answer', () => {
  test('is its data, also when there is none', () => {
    expect(readAnswer({ data: { id: 'ses_1' }, response: { status: 200 } })).toEqual({ id: 'ses_1' });
    expect(readAnswer({ data: undefined, response: { status: 204 } })).toBeUndefined();
  });

  test('that is an error throws what the server says', () => {
    const error = caught(() =>
      readAnswer({ error: { data: { message: 'No such model.' } }, response: { status: 400 } }),
    );
    expect(error).toMatchObject({ code: 'agent_failed', message: 'OpenCode refused: No such model.' });
    expect(isUnreachable(error)).toBe(false);
  });

  test('that never came says that nobody is there', () => {
    const cause = new TypeError('fetch failed');
    const error = caught(() => readAnswer({ error: cause, response: undefined }));
    expect(error).toMatchObject({ code: 'agent_failed', message: 'OpenCode cannot be reached: fetch failed', cause });
    expect(isUnreachable(error)).toBe(true);
  });

  test.each([undefined, new Error('fetch failed'), { details: { reason: 'unreachable' } }])(
    'of somebody else is none: %s',
    (error) => expect(isUnreachable(error)).toBe(false),
  );
});
