import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTextColumn, toTextColumn } from './text-column.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\0', '\uD800', '\uDFFF', '"', '\\'), fc.string({ maxLength: 3 })),
});

describe('text in a column', () => {
  it('stays readable where possible', () => {
    expect(toTextColumn('writer')).toBe('writer');
    expect(toTextColumn('say "hello"')).toBe('say "hello"');
    expect(toTextColumn('grüße 👋')).toBe('grüße 👋');
    expect(toTextColumn('')).toBe('');
  });

  it.each(['\0', 'a\0b', '\uD83D', '\uDC4Btail', '"', '"quoted"', '"\0'])('text survives a round trip: %j', (text) => {
    expect(fromTextColumn(toTextColumn(text))).toBe(text);
  });

  it('holds nothing that a database would change', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const column = toTextColumn(text);
        expect(column.isWellFormed()).toBe(true);
        expect(column).not.toContain('\0');
      }),
    );
  });

  it('different texts give different columns', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        expect(toTextColumn(first) === toTextColumn(second)).toBe(first === second);
        expect(fromTextColumn(toTextColumn(first))).toBe(first);
      }),
    );
  });
});
