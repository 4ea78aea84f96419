import { ERROR_CODES, type ErrorCode, PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toFailure } from './to-failure.ts';
import { UsageError } from './usage-error.ts';

function system(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code}: no such luck`), { code, ...more });
}

describe('toFailure', () => {
  test('keeps sentence and hint of a usage error, with exit code 2', () => {
    expect(toFailure(new UsageError('No.', { hint: 'Do.' }), 'posthouse')).toEqual({
      sentence: 'No.',
      hint: 'Do.',
      exitCode: 2,
    });
    expect(toFailure(new UsageError('No.'), 'posthouse')).toEqual({ sentence: 'No.', exitCode: 2 });
  });

  test.each<[ErrorCode, RegExp]>([
    ['unauthenticated', /MAIL_API_KEY.*mail token create/],
    ['server_unreachable', /Is the server running/],
    ['invalid_configuration', /--print-config/],
    ['invalid_swarm', /mail validate/],
    ['rate_limited', /Wait/],
    ['not_a_mail_server', /address/],
  ])('adds a hint to the error code %s', (code, hint) => {
    expect(toFailure(new PosthouseError({ code, message: 'no' }), 'mail')).toEqual({
      sentence: 'No.',
      hint: expect.stringMatching(hint),
      exitCode: 1,
    });
  });

  test.each<[Error, RegExp]>([
    [system('ECONNREFUSED'), /Is the server running/],
    [system('ENOTFOUND'), /spelled correctly/],
    [system('EADDRINUSE', { port: 8000 }), /port 8000/],
    [system('EADDRINUSE'), /that port/],
    [system('EACCES'), /Permission denied/],
    [
      new Error('outer', { cause: new TypeError('fetch failed', { cause: system('ECONNREFUSED') }) }),
      /Is the server running/,
    ],
    [new Error('outer', { cause: new AggregateError([system('ECONNREFUSED')]) }), /Is the server running/],
    [new Error('what?'), /--log-level debug/],
  ])('adds a hint to a system error, however deeply it is nested: %s', (error, hint) => {
    expect(toFailure(error, 'posthouse').hint).toMatch(hint);
  });

  test('keeps lists as they are, and turns anything else into a sentence', () => {
    expect(
      toFailure(new PosthouseError({ code: 'invalid_swarm', message: '2 problems in x:\n- a\n- b' }), 'p').sentence,
    ).toBe('2 problems in x:\n- a\n- b');
    expect(toFailure(new Error('something broke'), 'p').sentence).toBe('Something broke.');
    expect(toFailure(new Error(''), 'p').sentence).toBe('An unknown error occurred.');
    expect(toFailure('thrown text', 'p').sentence).toBe('Thrown text.');
  });

  test('reports whatever was thrown', () => {
    const code = fc.constantFrom(...(Object.keys(ERROR_CODES) as ErrorCode[]));
    const thrown = fc.oneof(
      fc.anything(),
      fc.record({ code, message: fc.string() }).map((options) => new PosthouseError(options)),
    );
    fc.assert(
      fc.property(thrown, (error) => {
        const { sentence, exitCode } = toFailure(error, 'posthouse');
        expect(sentence).not.toBe('');
        expect([1, 2]).toContain(exitCode);
      }),
    );
  });
});
