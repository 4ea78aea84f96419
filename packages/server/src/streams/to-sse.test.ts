import { mailFrameWire } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toFrames } from '../__fixtures__/read-frames.ts';
import { toEntrySSE, toFailureSSE, toPingSSE, toShutdownSSE, toTimeoutSSE, toTokenSSE } from './to-sse.ts';

const context = { taskId: 't', swarm: 'desk' };
const decode = (bytes: Uint8Array | undefined) => toFrames(Buffer.from(bytes ?? []).toString('utf8'));
const place = { seq: 7, at: '2026-01-02T03:04:05.678Z', run: 1 };

describe('a frame on the wire', () => {
  test('has CRLF, one line of data, and the id of its entry', () => {
    const bytes = toEntrySSE({ ...place, type: 'notice', code: 'x', text: 'two\r\nlines\u2028' }, context)!;
    expect(Buffer.from(bytes).toString()).toBe(
      'id: 7\r\nevent: notice\r\ndata: {"timestamp":"2026-01-02T03:04:05.678000+00:00","description":"two\\r\\nlines\u2028","task_id":"t","extra_data":{"code":"x"}}\r\n\r\n',
    );
  });

  test('of an entry with several has its id on the last one', () => {
    const calls = [{ callId: 'c', tool: 'ask', input: {} }];
    const frames = decode(toEntrySSE({ ...place, type: 'paused', agent: 'a', calls }, context));
    expect(frames.map(({ event, id }) => [event, id])).toEqual([
      ['breakpoint_tool_call', undefined],
      ['task_complete', '7'],
    ]);
  });

  test('is none for what MAIL does not show', () => {
    const entry = { ...place, type: 'call-started', kind: 'mail', tool: 'x', callId: 'c', input: {} } as const;
    expect(toEntrySSE(entry, context)).toBeUndefined();
  });

  test('of text is what the codec would make of it', () => {
    const token = fc.record({
      type: fc.constant('token' as const),
      agent: fc.string(),
      turn: fc.nat(),
      attempt: fc.nat(),
      part: fc.nat(),
      kind: fc.constantFrom<TokenEvent['kind']>('answer', 'reasoning', 'text'),
      offset: fc.nat(),
      delta: fc.string({ unit: 'binary' }),
    });
    fc.assert(
      fc.property(token, fc.string(), (given, taskId) => {
        const { type: event, ...fields } = given;
        const [frame] = decode(toTokenSSE(given, { taskId, swarm: 'desk' }));
        const wire = mailFrameWire.emit({ event, data: { taskId, ...fields } });
        expect(frame).toEqual(JSON.parse(JSON.stringify(wire)));
      }),
    );
  });

  test.each([
    ['ping', toPingSSE('t')],
    ['shutdown_requested', toShutdownSSE('t')],
    ['task_error', toTimeoutSSE('t')],
    ['task_error', toFailureSSE('t', 'no', 'task_not_found')],
  ])('that stands in no log is a valid %s without an id', (event, bytes) => {
    const [frame] = decode(bytes);
    expect(frame).toMatchObject({ event, data: { task_id: 't' } });
    expect(frame).not.toHaveProperty('id');
    expect(mailFrameWire.schema.safeParse(frame).error).toBeUndefined();
  });
});
