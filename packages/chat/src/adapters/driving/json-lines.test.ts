import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines } from './json-lines.ts';

function readAll(pieces: readonly Uint8Array[], maxLineLength?: number): { values: unknown[]; others: string[] } {
  const values: unknown[] = [];
  const others: string[] = [];
  const read = jsonLines({
    onValue: (value) => values.push(value),
    onOther: (line) => others.push(line),
    maxLineLength,
  });
  for (const piece of pieces) read(piece);
  return { values, others };
}

describe('jsonLines', () => {
  it('reads one value per line, whatever ends the line', () => {
    expect(readAll([Buffer.from('{"a":1}\r\n\n[2]\n"drei"\n')]).values).toEqual([{ a: 1 }, [2], 'drei']);
  });

  it('waits for the end of a line', () => {
    expect(readAll([Buffer.from('{"a"')]).values).toEqual([]);
    expect(readAll([Buffer.from('{"a"'), Buffer.from(':1}\n{')]).values).toEqual([{ a: 1 }]);
  });

  it('reports lines that are not JSON, and continues', () => {
    const { values, others } = readAll([Buffer.from('Warning: hello\n{"a":1}\n{broken\n')]);
    expect(values).toEqual([{ a: 1 }]);
    expect(others).toEqual(['Warning: hello', '{broken']);
  });

  it('drops an endless line, and reads the next', () => {
    const long = Buffer.from('x'.repeat(1_000));
    const { values, others } = readAll([...Array.from({ length: 50 }, () => long), Buffer.from('\n{"a":1}\n')], 5_000);
    expect(values).toEqual([{ a: 1 }]);
    expect(others).toEqual(['x'.repeat(200)]);
  });

  it('reads the same however the bytes are cut, even within characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.json({ depthSize: 'small' }).map((text) => JSON.parse(text) as unknown)),
        fc.array(fc.nat(40)),
        (values, cuts) => {
          const bytes = Buffer.from(values.map((value) => `${JSON.stringify({ value, letter: 'ü€😀' })}\n`).join(''));
          const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
          let from = 0;
          const pieces = places.map((to) => bytes.subarray(from, (from = to)));
          expect(readAll(pieces).values).toEqual(values.map((value) => ({ value, letter: 'ü€😀' })));
        },
      ),
    );
  });
});
