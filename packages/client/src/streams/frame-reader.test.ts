import { describe, expect, test } from 'vitest';
import { farewell, ping, toText, type WireEvent } from '../__fixtures__/recorded.ts';
import { call, end, frame, runStarted } from '../__fixtures__/wire-events.ts';
import { BoundedEventParser } from '../sse/bounded-event-parser.ts';
import { FrameReader } from './frame-reader.ts';

/** Reads over one connection; tells frames by description or name. */
function read(reader: FrameReader, ...wires: WireEvent[]): string[] {
  reader.begin(false);
  return [...new BoundedEventParser().push(toText(...wires))]
    .flatMap((event) => reader.read(event))
    .map(({ event, data }) => ('description' in data ? (data.description ?? event) : event));
}

describe('frames with ids', () => {
  test('frames with ids are given once across all connections', () => {
    const reader = new FrameReader({ givesIds: true });
    expect(read(reader, frame('1', '1'), frame('2', '2'))).toEqual(['1', '2']);
    expect(read(reader, frame('1', '1'), frame('2', '2'), frame('3', '3'))).toEqual(['3']);
    expect(read(reader, frame('3', '3'), frame('10', '10'), frame('9', '9'))).toEqual(['10']);
    expect(reader).toMatchObject({ lastId: '10', end: undefined });
  });

  test('frames with ids start after the place that was asked for', () => {
    expect(read(new FrameReader({ givesIds: true, after: '2' }), frame('2', '2'), frame('3', '3'))).toEqual(['3']);
  });

  test('the ids of frames need not be numbers', () => {
    const reader = new FrameReader();
    expect(read(reader, frame('1', 'b'), frame('2', 'a'), frame('2', 'a'))).toEqual(['1', '2']);
    expect(reader.lastId).toBe('a');
  });
});

describe('an entry of several frames', () => {
  test('an entry of several frames is given when it is complete', () => {
    const reader = new FrameReader({ givesIds: true });
    expect(read(reader, frame('1', '1'), frame('2a'), frame('2b'))).toEqual(['1']);
    expect(read(reader, frame('2a'), frame('2b'), frame('2c', '2'), frame('3', '3'))).toEqual(['2a', '2b', '2c', '3']);
  });

  test('an entry is not given again in parts', () => {
    const reader = new FrameReader({ givesIds: true, after: '2' });
    expect(read(reader, frame('2a'), frame('2b', '2'), frame('3a'), frame('3b', '3'))).toEqual(['3a', '3b']);
  });

  test('lets pings pass', () => {
    const reader = new FrameReader({ givesIds: true });
    expect(read(reader, frame('1a'), ping, frame('1b', '1'))).toEqual(['1a', '1b']);
  });

  test('an entry is complete even if its last frame is unknown', () => {
    const reader = new FrameReader({ givesIds: true });
    expect(read(reader, frame('1a'), { event: 'fireworks', data: {}, id: '1' })).toEqual(['1a']);
    expect(reader.lastId).toBe('1');
  });
});

describe('frames without ids', () => {
  test('frames without ids are given at once while no id has been seen', () => {
    const reader = new FrameReader();
    expect(read(reader, frame('1'), frame('2'))).toEqual(['1', '2']);
    expect(reader).toMatchObject({ givesIds: false, lastId: undefined });
  });

  test('frames without ids wait for an id once one has been seen', () => {
    const reader = new FrameReader();
    expect(read(reader, runStarted('1'), frame('2a'))).toEqual(['run 1 started']);
    expect(reader.givesIds).toBe(true);
    expect(reader.finish().map(({ event }) => event)).toEqual(['task_resumed']);
  });

  test('frames that end a stream are given at once, with what waited before them', () => {
    const reader = new FrameReader({ givesIds: true });
    expect(read(reader, frame('1a'), end('timed out', undefined, 'error'))).toEqual(['1a', 'task_error']);
    expect(reader.end).toBe('over');
  });

  test('the farewell is left out for a reader that comes back anyway', () => {
    expect(read(new FrameReader({ givesIds: true }), frame('1', '1'), farewell)).toEqual(['1']);
    expect(read(new FrameReader(), farewell)).toEqual([expect.stringContaining('shutting down')]);
  });
});

describe('the end of a stream', () => {
  test.each([
    [end('done', '1'), 'ended'],
    [end('failed', '1', 'error'), 'ended'],
    [end('[]', '1', 'paused'), 'paused'],
    [end('done'), 'over'],
    [frame('n', '1'), undefined],
  ])('the end of a stream is read from the newest frame: %j', (wire, known) => {
    const reader = new FrameReader();
    read(reader, wire);
    expect(reader.end).toBe(known);
  });

  test('the end of a stream is withdrawn when another frame comes after it', () => {
    const reader = new FrameReader();
    read(reader, end('done', '1'), runStarted('2'));
    expect(reader.end).toBeUndefined();
  });

  test('the end stays when only pings and old frames come after it', () => {
    const reader = new FrameReader();
    read(reader, call('1'), end('done', '2'), ping, call('1'));
    expect(reader.end).toBe('ended');
  });
});

describe('a frame that cannot be read', () => {
  const broken = { event: 'tool_call', data: { task_id: 7 }, id: '2' };

  test('throws an error, and the reader stays where it was', () => {
    const reader = new FrameReader();
    expect(read(reader, frame('1', '1'))).toEqual(['1']);
    expect(() => read(reader, broken)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(reader.lastId).toBe('1');
    expect(read(reader, frame('3', '3'))).toEqual(['3']);
  });
});
