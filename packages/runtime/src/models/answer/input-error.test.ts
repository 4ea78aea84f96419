import { InvalidToolInputError, JSONParseError, NoSuchToolError, TypeValidationError } from 'ai';
import { describe, expect, it } from 'vitest';
import { argumentsOf, toInputError } from './input-error.ts';

describe('toInputError', () => {
  it.each([[{}], [{ a: 1 }], [{ nested: { list: [] } }]])('accepts %j', (input) => {
    expect(toInputError({ input })).toBeUndefined();
  });

  it.each(['text', 7, true, null, [], [{}]])('refuses %j, which is not an object', (input) => {
    expect(toInputError({ input })).toBe('the arguments are not a JSON object');
  });

  it('takes missing arguments as none', () => {
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

  it("gives the objection of a provider's tool", () => {
    const cause = new TypeValidationError({ value: { secret: 1 }, cause: new Error('command: expected text') });
    const error = new InvalidToolInputError({ toolName: 'bash', toolInput: '{"secret":1}', cause });

    expect(toInputError({ input: { secret: 1 }, invalid: true, error })).toBe(
      "the arguments do not fit the tool's parameters: command: expected text",
    );
  });

  it('accepts the arguments of a tool that does not exist', () => {
    const error = new NoSuchToolError({ toolName: 'subtract' });

    expect(toInputError({ input: { a: 1 }, invalid: true, error })).toBeUndefined();
    expect(toInputError({ input: 'oops', invalid: true, error })).toBe('the arguments are not a JSON object');
  });

  it('copes with thrown values that are no errors', () => {
    expect(toInputError({ input: {}, invalid: true, error: 'odd' })).toBe(
      "the arguments do not fit the tool's parameters: odd",
    );
  });
});
