import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../__fixtures__/any-text.ts';
import { UsageError } from '../usage-error.ts';
import { quoteWord, splitLine, splitWords } from './split-words.ts';

describe('splitWords', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['   ', []],
    ['ping', ['ping']],
    ['  message   hello  world ', ['message', 'hello', 'world']],
    ['message "two words"', ['message', 'two words']],
    ["message 'two words'", ['message', 'two words']],
    [`message "it's"`, ['message', "it's"]],
    [`message 'say "hi"'`, ['message', 'say "hi"']],
    [String.raw`message "a \"quoted\" word"`, ['message', 'a "quoted" word']],
    [String.raw`message it\'s\ one`, ['message', "it's one"]],
    [
      String.raw`path 'C:\temp' "C:\temp" C:\\temp`,
      ['path', String.raw`C:\temp`, String.raw`C:\temp`, String.raw`C:\temp`],
    ],
    [`a""b ''`, ['ab', '']],
    [`k '{"a": [1, 2]}'`, ['k', '{"a": [1, 2]}']],
    ['tab\tand\nbreak', ['tab', 'and', 'break']],
  ])('splits %j into %j', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  test.each([`message "half`, "message it's", String.raw`message \ `.trim()])('refuses to split %j', (line) => {
    expect(() => splitWords(line)).toThrow(UsageError);
  });

  test('splits a line while it is typed', () => {
    expect(splitLine('message "two wo')).toEqual({ words: ['message', 'two wo'], lastStart: 8, open: '"' });
    expect(splitLine('message ')).toEqual({ words: ['message'], lastStart: 8 });
    expect(splitLine('mess')).toEqual({ words: ['mess'], lastStart: 0 });
  });
});

describe('random words of a line', () => {
  test('random words come back when they are quoted and joined', () => {
    fc.assert(
      fc.property(fc.array(anyText), (words) => {
        expect(splitWords(words.map(quoteWord).join(' '))).toEqual(words);
      }),
    );
  });

  test('the words of any line are found or refused', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        const { words, lastStart, open } = splitLine(line);
        expect(lastStart).toBeLessThanOrEqual(line.length);
        const split = () => splitWords(line);
        expect(attempt(split)).toEqual(open === undefined ? words : 'refused');
      }),
    );
  });
});

function attempt(split: () => string[]): string[] | 'refused' {
  try {
    return split();
  } catch (error) {
    if (error instanceof UsageError) return 'refused';
    throw error;
  }
}
