import { describe, expect, it } from 'vitest';
import { throwIfUnexpected, UnexpectedRequestError } from './unexpected-request.ts';

describe('throwIfUnexpected', () => {
  it('does nothing when every request was expected', () => {
    expect(() => throwIfUnexpected([])).not.toThrow();
  });

  it('says what came', () => {
    const failure = new UnexpectedRequestError('Unexpected request 0: the script has 0 turns, all played.');
    expect(() => throwIfUnexpected([failure])).toThrow(
      'The scripted model got an unexpected request.\nUnexpected request 0: the script has 0 turns, all played.',
    );
  });

  it('lists all unexpected requests', () => {
    const failures = ['First.', 'Second.'].map((message) => new UnexpectedRequestError(message));
    expect(() => throwIfUnexpected(failures)).toThrow('The scripted model got 2 unexpected requests.\nFirst.\nSecond.');
  });

  it('throws an error that differs from others', () => {
    expect(() => throwIfUnexpected([new UnexpectedRequestError('First.')])).toThrow(
      expect.objectContaining({ name: 'UnexpectedRequestError', cause: expect.any(UnexpectedRequestError) }),
    );
  });
});
