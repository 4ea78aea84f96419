import { describe, expect, test } from 'vitest';
import { EventParser } from './event-parser.ts';

const read = (...pieces: string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
};

test('reads events that are cut anywhere, with names, ids and data of several lines', () => {
  const text = ': hello\r\nevent: a\r\nid: 7\r\ndata: 1\r\ndata: 2\r\nmood: good\r\n\r\ndata: b\n\nevent: c\n\nid: 9\n';
  const events = [
    { event: 'a', data: '1\n2', id: '7' },
    { event: 'message', data: 'b' },
  ];
  expect(read(text)).toEqual(events);
  expect(read(...text)).toEqual(events);
});

test('gives the wait before a reconnect that the server named last', () => {
  const parser = new EventParser();
  expect(parser.retryMs).toBeUndefined();
  expect([...parser.push('retry: soon\nretry: 1\ndata: a\n\nretry: 1500\n\n')]).toHaveLength(1);
  expect(parser.retryMs).toBe(1500);
});

describe('an event that is too long', () => {
  const parser = () => new EventParser({ longest: 100 });

  test.each([
    ['one line', [`data: ${'x'.repeat(101)}`]],
    ['one whole piece', [`data: ${'x'.repeat(101)}\n\n`]],
    ['many lines', ['data: 123456\n'.repeat(20)]],
    ['many pieces', ['data: ', ...Array.from({ length: 200 }, () => 'x')]],
  ])('is refused when it comes in %s', (_, pieces) => {
    const tooLong = parser();
    expect(() => pieces.flatMap((piece) => [...tooLong.push(piece)])).toThrow(
      expect.objectContaining({ code: 'too_large', message: expect.stringContaining('more than 100 characters') }),
    );
  });

  test('takes nothing away from the events before it', () => {
    const events = parser().push(`data: 1\n\ndata: 2\n\ndata: ${'x'.repeat(101)}`);
    expect([events.next().value?.data, events.next().value?.data]).toEqual(['1', '2']);
    expect(() => events.next()).toThrow('more than 100 characters');
  });

  test('is not found in many small events, nor in endless comments', () => {
    const patient = parser();
    expect([...patient.push(`data: ${'x'.repeat(90)}\n\n`.repeat(50))]).toHaveLength(50);
    expect([...patient.push(': keep-alive\n'.repeat(500))]).toEqual([]);
    expect([...patient.push('data: 1\n\n')]).toHaveLength(1);
  });
});
