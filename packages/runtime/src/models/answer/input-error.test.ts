import { InvalidToolInputError, JSONParseError, NoSuchToolError, TypeValidationError } from 'ai';
import { describe, expect, it } from 'vitest';
import { argumentsOf, toInputError } from './input-error.ts';

describe('toInputError', () => {
  it.each([[{}], [{ a: 1 }], [{ nested: { list: [] } }]])('has nothing against %j', (input) => {
    expect(toInputError({ input })).toBeUndefined();
  });

  it.each(['text', 7, true, null, [], [{}]])('wants an object, not %j', (input) => {
    expect(toInputError({ input })).toBe('the arguments are not a JSON object');
  });

  it('takes nothing for no arguments', () => {
    expect(toInputError({})).toBeUndefined();
    expect(toInputError({ input: '' })).toBeUndefined();
    expect([argumentsOf({}), argumentsOf({ input: '' }), argumentsOf({ input: 0 })]).toEqual([{}, {}, 0]);
  });

  it('says where JSON breaks, without repeating it', () => {
    const cause = new JSONParseError({ text: '{"secret": ', cause: new SyntaxError('Unexpected end of JSON input') });
    const error = new InvalidToolInputError({ toolName: 'add', toolInput: '{"secret": ', cause });

    expect(toInputError({ input: '{"secret": ', invalid: true, error })).toBe(
      'the arguments are not valid JSON: Unexpected end of JSON input',
    );
  });

  it('says what a tool of the provider has against them', () => {
    const cause = new TypeValidationError({ value: { secret: 1 }, cause: new Error('command: expected text') });
    const error = new InvalidToolInputError({ toolName: 'bash', toolInput: '{"secret":1}', cause });

    expect(toInputError({ input: { secret: 1 }, invalid: true, error })).toBe(
      "the arguments do not fit the tool's parameters: command: expected text",
    );
  });

  it('has nothing against the arguments of a tool that does not exist', () => {
    const error = new NoSuchToolError({ toolName: 'subtract' });

    expect(toInputError({ input: { a: 1 }, invalid: true, error })).toBeUndefined();
    expect(toInputError({ input: 'oops', invalid: true, error })).toBe('the arguments are not a JSON object');
  });

  it('copes with errors that are none', () => {
    expect(toInputError({ input: {}, invalid: true, error: 'odd' })).toBe(
      "the arguments do not fit the tool's parameters: odd",
    );
  });
});
