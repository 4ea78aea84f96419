import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOutput, boundText, MAX_OUTPUT, toErrorText, toPlainText } from './bound-output.ts';

describe('boundOutput', () => {
  it.each([['text'], [{ a: [1, null, true] }], [undefined], [null], [42]])(
    'boundOutput leaves %j unchanged',
    (output) => {
      expect(boundOutput(output)).toBe(output);
    },
  );

  it('cuts the middle of ten megabytes, and says so', () => {
    const cut = boundOutput(`begin${'x'.repeat(10_000_000)}end`) as string;
    expect(cut.length).toBeLessThan(MAX_OUTPUT + 100);
    expect(cut).toMatch(/^begin[^]*… \d+ characters are left out …[^]*end$/);
  });

  it('keeps the structure around a long text', () => {
    const cut = boundOutput({ exitCode: 1, stdout: 'x'.repeat(5_000), stderr: 'late' }, 1_000);
    expect(cut).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('characters are left out') as string });
  });

  it('cuts long lists', () => {
    const cut = boundOutput(
      Array.from({ length: 1_000 }, (_, index) => index),
      80,
    ) as unknown[];
    expect(cut).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, '… 990 more are left out …']);
  });

  it('descends only to a limited depth', () => {
    let deep: unknown = 'x'.repeat(100);
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(JSON.stringify(boundOutput(deep, 50)).length).toBeLessThan(1_000);
  });

  it('never returns much more than was asked for', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 200 }), (value, limit) => {
        const size = JSON.stringify(boundOutput(value, limit))?.length ?? 0;
        // Quotation marks, escapes, brackets and the sentences come on top.
        expect(size).toBeLessThan(limit * 8 + 2_000);
      }),
    );
  });
});

it('boundOutput cuts what a tool says under any name', () => {
  const output = JSON.parse(`{"__proto__":"${'x'.repeat(50)}","constructor":1}`) as unknown;
  expect(JSON.stringify(boundOutput(output, 40))).toMatch(/^\{"__proto__":"x+.*characters are left out/);
});

describe('boundText', () => {
  it('keeps the beginning and the end', () => {
    expect(boundText('0123456789', 4)).toBe('012\n… 6 characters are left out …\n9');
    expect(boundText('0123456789', 10)).toBe('0123456789');
    expect(boundText('0123456789', 0)).toBe('\n… 10 characters are left out …\n');
  });
});

describe('toPlainText', () => {
  it.each([
    ['as it is', 'as it is'],
    [[{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }], 'one\ntwo'],
    [{ content: [{ type: 'text', text: 'inside' }] }, 'inside'],
    [{ code: 7 }, '{"code":7}'],
    [[1, 2], '[1,2]'],
    [undefined, ''],
    [null, ''],
  ])('converts %j to text', (value, text) => {
    expect(toPlainText(value)).toBe(text);
  });
});

describe('toErrorText', () => {
  it('always says something, at a limited length', () => {
    expect(toErrorText('No.')).toBe('No.');
    expect(toErrorText('')).toBe('The call failed without saying why.');
    expect(toErrorText('x'.repeat(2 * MAX_OUTPUT)).length).toBeLessThan(MAX_OUTPUT + 100);
  });
});
