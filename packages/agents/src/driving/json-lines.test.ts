import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines } from './json-lines.ts';

function readAll(pieces: readonly Uint8Array[], maxLineLength?: number): unknown[] {
  const values: unknown[] = [];
  const read = jsonLines({ onValue: (value) => values.push(value), maxLineLength });
  for (const piece of pieces) read(piece);
  return values;
}

describe('jsonLines', () => {
  it('reads one value per line, whatever ends the line', () => {
    expect(readAll([Buffer.from('{"a":1}\r\n\n[2]\n"drei"\n')])).toEqual([{ a: 1 }, [2], 'drei']);
  });

  it('waits for the end of a line', () => {
    expect(readAll([Buffer.from('{"a"')])).toEqual([]);
    expect(readAll([Buffer.from('{"a"'), Buffer.from(':1}\n{')])).toEqual([{ a: 1 }]);
  });

  it('skips lines that are not JSON, and continues', () => {
    expect(readAll([Buffer.from('Warning: hello\n{"a":1}\n{broken\n')])).toEqual([{ a: 1 }]);
  });

  it('drops an endless line, and reads the next', () => {
    const long = Array.from({ length: 50 }, () => Buffer.from('x'.repeat(1_000)));
    const pieces = [Buffer.from('"'), ...long, Buffer.from('"\n{"a":1}\n')];
    expect(readAll(pieces)).toEqual(['x'.repeat(50_000), { a: 1 }]);
    expect(readAll(pieces, 5_000)).toEqual([{ a: 1 }]);
    // What follows on a line that is too long is part of it.
    expect(readAll([...long, Buffer.from('7'), Buffer.from('\n{"a":1}\n')], 5_000)).toEqual([{ a: 1 }]);
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
          expect(readAll(pieces)).toEqual(values.map((value) => ({ value, letter: 'ü€😀' })));
        },
      ),
    );
  });
});
