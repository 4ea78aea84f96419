import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LogLine, toJSONLine, toPrettyLine } from './log-line.ts';
import { redact } from './redact.ts';

const anyLine: fc.Arbitrary<LogLine> = fc
  .record({
    time: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
    level: fc.constantFrom('debug', 'info', 'warn', 'error'),
    message: fc.string({ unit: 'binary' }),
    fields: fc.dictionary(fc.string(), fc.anything(), { maxKeys: 5 }),
  })
  .map(({ fields, message, ...line }) => {
    // Lines are made of what redaction leaves, and of nothing else.
    return { ...line, ...(redact({ message, fields }, []) as Pick<LogLine, 'message' | 'fields'>) };
  });

describe('a log line', () => {
  test('a log line is one line in either form, whatever it contains', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(toJSONLine(line)).not.toMatch(/[\r\n]/);
        expect(toPrettyLine(line)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  test('a log line can be read back as JSON, with its own level and message', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const { time, level, message } = JSON.parse(toJSONLine(line)) as Record<string, unknown>;
        expect({ time, level, message }).toEqual({
          time: line.time.toISOString(),
          level: line.level,
          message: JSON.parse(JSON.stringify(line.message)),
        });
      }),
    );
  });

  test('a log line is the same with and without colours, apart from the colours', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const plain = toPrettyLine(line);
        const coloured = toPrettyLine(line, true);
        expect(coloured).not.toBe(plain);
        expect(stripVTControlCharacters(coloured)).toBe(stripVTControlCharacters(plain));
      }),
    );
  });
});

describe('values in a pretty line', () => {
  const shown = (value: unknown) =>
    toPrettyLine({ time: new Date(0), level: 'info', message: 'm', fields: { v: value } }).replace(/^.* m v=/, '');

  test.each([
    ['/tasks/a', '/tasks/a'],
    ['two words', '"two words"'],
    ['', '""'],
    ['a=b', '"a=b"'],
    ['say "hi"', String.raw`"say \"hi\""`],
    [5, '5'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [['a', 1], '["a",1]'],
    [{ a: { b: 'c' } }, '{"a":{"b":"c"}}'],
  ])('%j is shown as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });
});
