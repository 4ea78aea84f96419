import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromKeyColumns, toKeyColumn, toKeyColumns } from './key-column.ts';

const anyId = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary', minLength: 190, maxLength: 400 }),
  fc.string().map((text) => `sha256:${text}`),
);

describe('the key columns of an id', () => {
  it('the key columns hold the id itself if it is short', () => {
    expect(toKeyColumns('trip')).toEqual(['trip', null]);
    expect(toKeyColumns('x'.repeat(200))).toEqual(['x'.repeat(200), null]);
  });

  it('the key columns hold a digest of a long id, with the text beside it', () => {
    const [key, long] = toKeyColumns('x'.repeat(201));
    expect(key).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(long).toBe('x'.repeat(201));
  });

  it('the key columns give the id back, and fit into an index', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const [key, long] = toKeyColumns(id);
        expect(fromKeyColumns(key, long)).toBe(id);
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(600);
        expect(toKeyColumn(id)).toBe(key);
      }),
    );
  });

  it('the key columns of two ids are never equal', () => {
    fc.assert(
      fc.property(anyId, anyId, (first, second) => {
        fc.pre(first !== second);
        expect(toKeyColumn(first)).not.toBe(toKeyColumn(second));
      }),
    );
    const long = 'x'.repeat(500);
    expect(toKeyColumn(toKeyColumn(long))).not.toBe(toKeyColumn(long));
  });
});
