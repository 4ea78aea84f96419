import { describe, expect, expectTypeOf, test } from 'vitest';
import type { OptionValues } from './command-spec.ts';
import { flag, number, text, texts } from './options.ts';
import { parseArguments } from './parse-arguments.ts';

const options = {
  loud: flag('louder', 'l'),
  plain: flag('plainer'),
  name: text('NAME', 'a name', { short: 'n', choices: ['a', 'b'] }),
  tags: texts('TAG', 'tags'),
  size: number('COUNT', 'a size', { integer: true, least: 1 }),
};
const spec = { name: 'sample', about: '', arguments: [], options, examples: [] };

describe('an option definition', () => {
  test('keeps the fields it was defined with', () => {
    expect(options.loud).toEqual({ kind: 'flag', about: 'louder', short: 'l' });
    expect(options.plain).toEqual({ kind: 'flag', about: 'plainer' });
    expect(options.name).toEqual({ kind: 'text', value: 'NAME', about: 'a name', short: 'n', choices: ['a', 'b'] });
    expect(options.tags).toEqual({ kind: 'texts', value: 'TAG', about: 'tags' });
    expect(options.size).toEqual({ kind: 'number', value: 'COUNT', about: 'a size', integer: true, least: 1 });
  });

  test('determines the type of its value', () => {
    type Values = OptionValues<typeof options>;
    expectTypeOf<Values['loud']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Values['name']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Values['tags']>().toEqualTypeOf<string[] | undefined>();
    expectTypeOf<Values['size']>().toEqualTypeOf<number | undefined>();
  });

  test('an option is parsed and checked by its definition', () => {
    const { values } = parseArguments(spec, ['-l', '-n', 'b', '--tags', 'x', '--tags', 'y', '--size=3']);
    expect(values).toEqual({ loud: true, name: 'b', tags: ['x', 'y'], size: 3 });
    expect(() => parseArguments(spec, ['--size', '0'])).toThrow('--size must be a whole number of at least 1');
  });
});
