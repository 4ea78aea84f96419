import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import type { CommandSpec, OptionSpecs } from './command-spec.ts';
import { parseArguments } from './parse-arguments.ts';

const options = {
  config: { kind: 'text', short: 'c', value: 'FILE', about: 'a file' },
  port: { kind: 'number', short: 'p', value: 'PORT', integer: true, least: 0, most: 65_535, about: 'a port' },
  reload: { kind: 'flag', short: 'r', about: 'watch' },
  debug: { kind: 'flag', short: 'd', about: 'debug' },
  'swarm-registry': { kind: 'text', short: 'rf', value: 'FILE', about: 'peers' },
  'api-key': { kind: 'text', short: 'ak', value: 'KEY', about: 'a token' },
  tool: { kind: 'texts', value: 'TOOL', about: 'more than one' },
  role: { kind: 'text', value: 'ROLE', choices: ['user', 'admin'], about: 'a role' },
  timeout: { kind: 'number', short: 't', value: 'SECONDS', about: 'seconds' },
} as const satisfies OptionSpecs;
const spec: CommandSpec<typeof options> = {
  name: 'sample',
  about: 'A sample.',
  arguments: [
    { name: 'FIRST', about: 'the first' },
    { name: 'SECOND', about: 'the second', optional: true },
  ],
  options,
  examples: ['sample one'],
};
const open = { ...spec, arguments: [{ name: 'WORDS', about: 'words', rest: true, optional: true }] } as typeof spec;

function complaint(words: string[]): UsageError {
  try {
    parseArguments(spec, words);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('nothing is wrong with that');
}

describe('parseArguments', () => {
  test.each<[string, string[], object]>([
    ['a long option and its value', ['--port', '8001'], { port: 8001 }],
    ['a value behind an equals sign', ['--port=8001'], { port: 8001 }],
    ['an empty value behind an equals sign', ['--config='], { config: '' }],
    ['a value with an equals sign in it', ['--config=a=b'], { config: 'a=b' }],
    ['a short option', ['-p', '8001'], { port: 8001 }],
    ['a short option with its value attached', ['-p8001'], { port: 8001 }],
    ['a short option with an equals sign', ['-p=8001'], { port: 8001 }],
    ['a short option of two letters', ['-rf', 'peers.json'], { 'swarm-registry': 'peers.json' }],
    ['another short option of two letters', ['-ak=secret'], { 'api-key': 'secret' }],
    ['flags', ['-r', '--debug'], { reload: true, debug: true }],
    ['flags run together', ['-rd'], { reload: true, debug: true }],
    ['flags run together with an option and its value', ['-rp1'], { reload: true, port: 1 }],
    ['a negated flag', ['--no-debug'], { debug: false }],
    ['a repeated option, of which the last counts', ['-p', '1', '-p', '2'], { port: 2 }],
    ['a list', ['--tool', 'a', '--tool=b'], { tool: ['a', 'b'] }],
    ['a negative number', ['-t', '-1.5'], { timeout: -1.5 }],
    ['a value that looks like an unknown option', ['--config', '--strange'], { config: '--strange' }],
    ['an empty command line', [], {}],
  ])('parseArguments parses %s', (_, words, expected) => {
    expect(parseArguments(open, words)).toEqual({ values: expected, words: [], help: false });
  });

  test('keeps the order of positional words, wherever options stand', () => {
    expect(parseArguments(spec, ['one', '-p', '1', 'two'])).toMatchObject({
      words: ['one', 'two'],
      values: { port: 1 },
    });
  });

  test('takes a dash, a number and everything after two dashes as words', () => {
    expect(parseArguments(open, ['-', '-5', '-.5', '--', '--port', '-x']).words).toEqual([
      '-',
      '-5',
      '-.5',
      '--port',
      '-x',
    ]);
  });

  test('returns values of the types of their options', () => {
    const { values } = parseArguments(open, []);
    expectTypeOf(values.port).toEqualTypeOf<number | undefined>();
    expectTypeOf(values.reload).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(values.tool).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(values['swarm-registry']).toEqualTypeOf<string | undefined>();
  });

  test('leaves out options that were not given, so that they override nothing', () => {
    expect(Object.keys(parseArguments(open, ['-d']).values)).toEqual(['debug']);
  });
});

describe('help of a command', () => {
  test.each([[['--help']], [['-h']], [['one', '--port', 'x', '--help']], [['--nonsense', '-h']]])(
    'help is shown for %j, whatever else is wrong',
    (words) => {
      expect(parseArguments(spec, words)).toEqual({ values: {}, words: [], help: true });
    },
  );

  test("help is not triggered by an option's value or after two dashes", () => {
    expect(parseArguments(open, ['--config', '--help']).values).toEqual({ config: '--help' });
    expect(parseArguments(open, ['--', '--help']).words).toEqual(['--help']);
  });
});

describe('a mistake on the command line', () => {
  test.each<[string[], string]>([
    [['one', '--prot', '1'], "'sample' has no option --prot."],
    [['one', '-x'], "'sample' has no option -x."],
    [['one', '-rx'], "'sample' has no option -rx."],
    [['one', '--no-port'], "'sample' has no option --no-port."],
    [['one', '--port'], '--port needs a value: --port PORT.'],
    [['one', '--config', '--debug'], '--config needs a value: --config FILE.'],
    [['one', '--config', '--'], '--config needs a value: --config FILE.'],
    [['one', '--debug=yes'], '--debug takes no value.'],
    [['one', '--port', 'abc'], "--port must be a whole number from 0 to 65535, not 'abc'."],
    [['one', '--port', '70000'], "--port must be a whole number from 0 to 65535, not '70000'."],
    [['one', '--port', '1.5'], "--port must be a whole number from 0 to 65535, not '1.5'."],
    [['one', '--port', ''], "--port must be a whole number from 0 to 65535, not ''."],
    [['one', '--port', '0x10'], "--port must be a whole number from 0 to 65535, not '0x10'."],
    [['one', '--timeout', 'Infinity'], "--timeout must be a number, not 'Infinity'."],
    [['one', '--role', 'root'], "--role is one of user, admin, not 'root'."],
    [[], "'sample' needs FIRST: the first."],
    [['one', 'two', 'three'], "'three' is one too many: 'sample' takes 2 at most."],
  ])('a mistake on the command line is reported in a sentence: %j', (words, message) => {
    expect(complaint(words).message).toBe(message);
  });

  test('a misspelled option is reported with the known options', () => {
    expect(complaint(['one', '--prot']).unknown).toMatchObject({
      word: '--prot',
      known: expect.arrayContaining(['--port', '-rf']),
    });
  });

  test('a missing word is reported with an example', () => {
    expect(complaint([]).hint).toBe('For example: sample one');
  });
});

describe('random words on the command line', () => {
  test('random words are parsed or refused with a sentence', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--port', '-p', '-rf', '--', '-', '--no-debug', '-rd', '--tool', '=', '-h'),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        let thrown: unknown;
        try {
          parseArguments(spec, words);
        } catch (error) {
          thrown = error;
        }
        expect(thrown === undefined || (thrown instanceof UsageError && thrown.message.endsWith('.'))).toBe(true);
      }),
    );
  });

  test('options written as words are parsed back to the same values', () => {
    const values = fc.record(
      {
        config: fc.string({ minLength: 1 }).filter((text) => !text.startsWith('-')),
        port: fc.nat(65_535),
        debug: fc.boolean(),
        tool: fc.array(fc.string(), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, fc.array(fc.string()), fc.boolean(), (given, words, attached) => {
        const typed = Object.entries(given).flatMap(([name, value]) => {
          if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
          return [value]
            .flat()
            .flatMap((one) => (attached || name === 'tool' ? [`--${name}=${one}`] : [`--${name}`, String(one)]));
        });
        expect(parseArguments(open, [...typed, '--', ...words])).toEqual({ values: given, words, help: false });
      }),
    );
  });
});
