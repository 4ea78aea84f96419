import { describe, expect, test } from 'vitest';
import { eventsOf } from './__fixtures__/opencode-events.ts';
import { adaptMessage } from './adapt-message.ts';

describe('adaptMessage', () => {
  test('converts a stored message with everything in it', () => {
    const call = (id: string, state: object): object => ({ id, type: 'tool', tool: 'bash', callID: id, state });
    const parts = [
      { id: 'p0', type: 'step-start' },
      { id: 'p1', type: 'reasoning', text: 'Hm.' },
      { id: 'p2', type: 'text', text: 'Hello' },
      { id: 'p3', type: 'text', text: 'not this', ignored: true },
      { id: 'p4', type: 'file', mime: 'image/png', url: 'data:,', filename: 'a.png' },
      call('c1', { status: 'completed', input: { a: 1 }, output: 'x' }),
      call('c2', { status: 'error', input: {}, error: 'no' }),
      call('c3', { status: 'running', input: {} }),
      { id: 'p5', type: 'step-finish', reason: 'stop' },
    ];
    const ours = { type: 'dynamic-tool', toolName: 'bash', providerExecuted: true };
    expect(adaptMessage({ info: { id: 'm1', role: 'assistant' }, parts: parts as never })).toEqual({
      id: 'm1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Hm.', state: 'done' },
        { type: 'text', text: 'Hello', state: 'done' },
        { type: 'file', mediaType: 'image/png', url: 'data:,', filename: 'a.png' },
        { ...ours, toolCallId: 'c1', state: 'output-available', input: { a: 1 }, output: 'x' },
        { ...ours, toolCallId: 'c2', state: 'output-error', input: {}, errorText: 'no' },
        { ...ours, toolCallId: 'c3', state: 'input-available', input: {} },
      ],
    });
  });

  test('returns nothing for events of a stream', () => {
    const on = eventsOf();
    expect(adaptMessage(on.assistant('m1'))).toBeUndefined();
    expect(adaptMessage(on.text('t', 'm1', 'Hello', true))).toBeUndefined();
  });

  test('returns nothing for a message without parts, or of an unknown role', () => {
    expect(adaptMessage({ info: { id: 'm1', role: 'assistant' }, parts: [] })).toBeUndefined();
    expect(
      adaptMessage({ info: { role: 'assistant' }, parts: [{ id: 'p', type: 'text', text: 'x' }] }),
    ).toBeUndefined();
  });
});
