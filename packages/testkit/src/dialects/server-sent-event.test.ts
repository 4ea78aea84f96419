import { describe, expect, it } from 'vitest';
import { encodeServerSentEvent, truncate } from './server-sent-event.ts';

describe('encodeServerSentEvent', () => {
  it('writes data alone, or after the name of the event', () => {
    expect(encodeServerSentEvent({ data: '{"a":1}' })).toBe('data: {"a":1}\n\n');
    expect(encodeServerSentEvent({ event: 'ping', data: '{}' })).toBe('event: ping\ndata: {}\n\n');
  });
});

describe('truncate', () => {
  it('cuts the data in the middle, so that it is no longer JSON', () => {
    const cut = truncate({ event: 'ping', data: '{"type":"ping"}' });
    expect(cut).toEqual({ event: 'ping', data: '{"type":' });
    expect(() => JSON.parse(cut.data) as unknown).toThrow(SyntaxError);
  });
});
