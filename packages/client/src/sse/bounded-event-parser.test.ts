import { describe, expect, test } from 'vitest';
import { BoundedEventParser } from './bounded-event-parser.ts';

describe('an event that is too long', () => {
  const parser = () => new BoundedEventParser({ longest: 100 });

  test.each([
    ['one line', [`data: ${'x'.repeat(101)}`]],
    ['one whole piece', [`data: ${'x'.repeat(101)}\n\n`]],
    ['many lines', ['data: 123456\n'.repeat(20)]],
    ['many pieces', ['data: ', ...Array.from({ length: 200 }, () => 'x')]],
  ])('an event that is too long is refused when it comes in %s', (_, pieces) => {
    const tooLong = parser();
    expect(() => pieces.flatMap((piece) => [...tooLong.push(piece)])).toThrow(
      expect.objectContaining({ code: 'too_large', message: expect.stringContaining('more than 100 characters') }),
    );
  });

  test('an event that is too long does not affect those before it', () => {
    const events = parser().push(`data: 1\n\ndata: 2\n\ndata: ${'x'.repeat(101)}`);
    expect([events.next().value?.data, events.next().value?.data]).toEqual(['1', '2']);
    expect(() => events.next()).toThrow('more than 100 characters');
  });

  test('many small events and endless comments are not taken for one that is too long', () => {
    const patient = parser();
    expect([...patient.push(`data: ${'x'.repeat(90)}\n\n`.repeat(50))]).toHaveLength(50);
    expect([...patient.push(': keep-alive\n'.repeat(500))]).toEqual([]);
    expect([...patient.push('data: 1\n\n')]).toHaveLength(1);
  });
});
