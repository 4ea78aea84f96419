import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusLine } from './status-line.ts';

const CLEAR = '\r\u001B[K';
let output: PassThrough & { columns?: number };
const written = () => (output.read() as Buffer | null)?.toString() ?? '';

beforeEach(() => {
  vi.useFakeTimers();
  output = new PassThrough();
});
afterEach(() => vi.useRealTimers());

describe('a status line', () => {
  test('a status line appears by itself, updates and disappears', () => {
    let count = 0;
    const line = new StatusLine(output, () => `status ${(count += 1)}`);
    expect(written()).toBe('');
    vi.advanceTimersByTime(100);
    expect(written()).toBe(`${CLEAR}status 1`);
    vi.advanceTimersByTime(200);
    expect(written()).toBe(`${CLEAR}status 2${CLEAR}status 3`);
    line[Symbol.dispose]();
    expect(written()).toBe(CLEAR);
    vi.advanceTimersByTime(1_000);
    expect(written()).toBe('');
  });

  test('makes room for lines, and returns below them', () => {
    using line = new StatusLine(output, () => 'status');
    line.write('first\n');
    expect(written()).toBe(`first\n${CLEAR}status`);
    line.write('second\n');
    expect(written()).toBe(`${CLEAR}second\n${CLEAR}status`);
    line.write('');
    expect(written()).toBe('');
  });

  test('waits for the end of a text that is being written', () => {
    using line = new StatusLine(output, () => 'status');
    line.write('begun');
    vi.advanceTimersByTime(500);
    line.write(', ended\n');
    expect(written()).toBe(`begun, ended\n${CLEAR}status`);
  });

  test.each([
    [8, 'a long '],
    [undefined, 'a long line'],
    [0, 'a long line'],
    [1, ''],
  ])('fits into %s columns', (columns, shown) => {
    if (columns !== undefined) output.columns = columns;
    using _ = new StatusLine(output, () => 'a long line');
    vi.advanceTimersByTime(100);
    expect(written()).toBe(`${CLEAR}${shown}`);
  });

  test('drops its colours before its words', () => {
    output.columns = 8;
    using _ = new StatusLine(output, () => '\u001B[31ma long\u001B[39m line');
    vi.advanceTimersByTime(100);
    expect(written()).toBe(`${CLEAR}a long `);
  });

  test('keeps its colours where there is room', () => {
    using _ = new StatusLine(output, () => '\u001B[31mred\u001B[39m');
    vi.advanceTimersByTime(100);
    expect(written()).toBe(`${CLEAR}\u001B[31mred\u001B[39m`);
  });
});
