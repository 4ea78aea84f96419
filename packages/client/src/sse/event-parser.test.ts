import { describe, expect, test } from 'vitest';
import { EventParser } from './event-parser.ts';

const read = (...pieces: string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
};
const plain = (data: string, event = 'message') => ({ event, data, lastEventId: '' });

describe('an event', () => {
  test.each([
    ['CRLF', 'event: a\r\ndata: 1\r\n\r\n'],
    ['LF', 'event: a\ndata: 1\n\n'],
    ['CR', 'event: a\rdata: 1\r\r'],
    ['a mixture', 'event: a\rdata: 1\n\r\n'],
    ['no spaces', 'event:a\ndata:1\n\n'],
    ['empty lines before it', '\r\n\n\revent: a\ndata: 1\n\n'],
    ['fields that nobody knows', 'event: a\nmood: good\ndata: 1\ncolour\n\n'],
    ['comments in between', ': hello\nevent: a\n:\ndata: 1\n:: x\n\n'],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual([plain('1', 'a')]);
  });

  test('without a name is a message', () => {
    expect(read('data: 1\n\nevent:\ndata: 2\n\n')).toEqual([plain('1'), plain('2')]);
  });

  test('loses one space after the colon and no other', () => {
    expect(read('data:  two\ndata:\tx \n\n')).toEqual([plain(' two\n\tx ')]);
  });

  test('joins the lines of its data', () => {
    expect(read('data: a\ndata\ndata:\ndata: b\n\n')).toEqual([plain('a\n\n\nb')]);
  });

  test('with an empty line of data is one', () => {
    expect(read('data\n\n')).toEqual([plain('')]);
  });

  test.each(['event: a\n\n', ': ping\n\n', '\n\n\n', 'data', 'data: 1\n', 'data: 1\r\n', ''])(
    'is not there in %j',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  test('does not hand its name on to the next one', () => {
    expect(read('event: a\n\ndata: 1\n\n')).toEqual([plain('1')]);
  });

  test('may hold colons', () => {
    expect(read('data: {"a": "b:c"}\n\n')).toEqual([plain('{"a": "b:c"}')]);
  });
});

describe('an id', () => {
  test('belongs to its event and is remembered for those after it', () => {
    expect(read('id: 7\ndata: a\n\ndata: b\n\nid: 8\ndata: c\n\n')).toEqual([
      { event: 'message', data: 'a', id: '7', lastEventId: '7' },
      { event: 'message', data: 'b', lastEventId: '7' },
      { event: 'message', data: 'c', id: '8', lastEventId: '8' },
    ]);
  });

  test('counts without data', () => {
    expect(read('id: 7\n\ndata: a\n\n')).toEqual([{ event: 'message', data: 'a', lastEventId: '7' }]);
  });

  test('counts only once its event is complete', () => {
    expect(read('id: 7\ndata: a\n\nid: 9\n')).toEqual([{ event: 'message', data: 'a', id: '7', lastEventId: '7' }]);
  });

  test('is taken back by an empty one', () => {
    expect(read('id: 7\ndata: a\n\nid\ndata: b\n\n')[1]).toEqual({
      event: 'message',
      data: 'b',
      id: '',
      lastEventId: '',
    });
  });

  test('with a NUL is none', () => {
    expect(read('id: 7\n\nid: 8\0\ndata: a\n\n')).toEqual([{ event: 'message', data: 'a', lastEventId: '7' }]);
  });
});

describe('retry', () => {
  const retryOf = (text: string) => {
    const parser = new EventParser();
    expect([...parser.push(text)].length).toBeLessThan(2);
    return parser.retryMs;
  };

  test('is a number of milliseconds', () => {
    expect(retryOf('retry: 1500\n')).toBe(1500);
  });

  test.each(['retry: soon\n', 'retry: -1\n', 'retry: 1.5\n', 'retry:\n', 'retry: 0x10\n'])('is not %j', (text) => {
    expect(retryOf(text)).toBeUndefined();
  });

  test('stands until there is another', () => {
    expect(retryOf('retry: 1\ndata: a\n\nretry: 2\nretry: x\n\n')).toBe(2);
  });
});

describe('pieces', () => {
  test('may be cut between CR and LF, which are still one line end', () => {
    expect(read('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual([plain('a\nb')]);
  });

  test('may be empty', () => {
    expect(read('data: a\r', '', '\n', '', '\r\n')).toEqual([plain('a')]);
  });

  test('give an event as soon as its empty line begins', () => {
    const parser = new EventParser();
    expect([...parser.push('data: a\r\n\r')]).toEqual([plain('a')]);
    expect([...parser.push('\n')]).toEqual([]);
    expect([...parser.push('data: b\r\n\r\n')]).toEqual([plain('b')]);
  });

  test('an LF after a CR and something else is a line end of its own', () => {
    expect(read('data: a\r', 'data: b\n', '\n')).toEqual([plain('a\nb')]);
  });
});

describe('size', () => {
  const parser = () => new EventParser({ longest: 100 });

  test.each([
    ['one line', `data: ${'x'.repeat(100)}`],
    ['many lines', 'data: 123456\n'.repeat(20)],
    ['a name', `event: ${'x'.repeat(100)}\n`],
    ['fields that nobody knows', 'mood: good\n'.repeat(20)],
  ])('an event that is too long in %s is refused before it has ended', (_, text) => {
    const tooLong = parser();
    expect(() => [...tooLong.push(text)]).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  test('it does not matter how it is cut', () => {
    const tooLong = parser();
    const push = (text: string) => [...tooLong.push(text)];
    expect(() => {
      for (let index = 0; index < 200; index += 1) push(index === 0 ? 'data: ' : 'x');
    }).toThrow('more than 100 characters');
  });

  test('what came before it is still given', () => {
    const events = parser().push(`data: 1\n\ndata: 2\n\ndata: ${'x'.repeat(100)}`);
    expect([events.next().value, events.next().value]).toEqual([plain('1'), plain('2')]);
    expect(() => events.next()).toThrow('more than 100 characters');
  });

  test('many events that are small enough are fine, and so are endless comments', () => {
    const patient = parser();
    expect([...patient.push(`data: ${'x'.repeat(90)}\n\n`.repeat(50))]).toHaveLength(50);
    expect([...patient.push(': keep-alive\n'.repeat(500))]).toEqual([]);
    expect([...patient.push('data: 1\n\n')]).toHaveLength(1);
  });

  test('a large event in small pieces takes no more than a moment', () => {
    const large = new EventParser();
    const began = process.cpuUsage();
    const push = (text: string) => [...large.push(text)];
    push('data: ');
    for (let index = 0; index < 20_000; index += 1) push('x'.repeat(400));
    expect(push('\n\n')[0]?.data).toHaveLength(8_000_000);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });
});
