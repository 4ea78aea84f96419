import { mailFrameWire } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { farewell, ping, recorded, taskEvents } from '../__fixtures__/recorded.ts';
import { end, memoryOfError } from '../__fixtures__/wire-events.ts';
import { isEnd, toFrame } from '@posthouse/protocol/light';

const event = ({ event: name, data, id }: { event: string; data: object; id?: string }) => ({
  event: name,
  data: JSON.stringify(data),
  ...(id === undefined ? {} : { id }),
});

describe('toFrame', () => {
  test.each([...taskEvents, ping, farewell, memoryOfError])('reads $event as the protocol does', (wire) => {
    expect(toFrame(event(wire))).toEqual(mailFrameWire.parse(wire).value);
  });

  test('gives nothing for a frame that the protocol does not know', () => {
    expect(toFrame({ event: 'fireworks', data: 'bang' })).toBeUndefined();
    expect(toFrame({ event: 'message', data: '{}' })).toBeUndefined();
    expect(toFrame({ event: 'constructor', data: '{}' })).toBeUndefined();
  });

  test('refuses data that is not JSON', () => {
    expect(() => toFrame({ event: 'ping', data: '{' })).toThrow(expect.objectContaining({ code: 'invalid_json' }));
  });

  test.each([
    ['ping', {}],
    ['tool_call', { ...recorded('tool_call').data, task_id: 7 }],
    ['notice', null],
    ['notice', 7],
  ])('refuses a %s with wrong data: %j', (name, data) => {
    expect(() => toFrame({ event: name, data: JSON.stringify(data) })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });
});

describe('the end frame', () => {
  test('the end frame is the one with a response', () => {
    const frame = (wire: Parameters<typeof event>[0]) => toFrame(event(wire))!;
    expect(isEnd(frame(end('done', '9')))).toBe(true);
    expect(isEnd(frame(end('', '9', 'error')))).toBe(true);
    expect(isEnd(frame(end('[]', '9', 'paused')))).toBe(true);
    expect(isEnd(frame(memoryOfError))).toBe(false);
    expect(isEnd(frame(recorded('tool_call')))).toBe(false);
  });
});
