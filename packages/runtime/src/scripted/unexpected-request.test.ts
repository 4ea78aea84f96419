import { describe, expect, it } from 'vitest';
import { throwIfUnexpected, UnexpectedRequestError } from './unexpected-request.ts';

describe('throwIfUnexpected', () => {
  it('is silent when all is well', () => {
    expect(() => throwIfUnexpected([])).not.toThrow();
  });

  it('tells what came', () => {
    const failure = new UnexpectedRequestError('Unexpected request 0: the script has 0 turns, all played.');
    expect(() => throwIfUnexpected([failure])).toThrow(
      'The scripted model got an unexpected request.\nUnexpected request 0: the script has 0 turns, all played.',
    );
  });

  it('tells all of it when there was more', () => {
    const failures = ['First.', 'Second.'].map((message) => new UnexpectedRequestError(message));
    expect(() => throwIfUnexpected(failures)).toThrow('The scripted model got 2 unexpected requests.\nFirst.\nSecond.');
  });

  it('throws an error that can be told from others', () => {
    expect(() => throwIfUnexpected([new UnexpectedRequestError('First.')])).toThrow(
      expect.objectContaining({ name: 'UnexpectedRequestError', cause: expect.any(UnexpectedRequestError) }),
    );
  });
});
