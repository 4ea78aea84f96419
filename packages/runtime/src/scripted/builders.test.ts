import { describe, expect, it } from 'vitest';
import { call, say, think } from './builders.ts';

describe('the builders', () => {
  it('make parts of a turn', () => {
    expect([think('Hm.'), say('Wait.'), call('add', { a: 1 })]).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Wait.' },
      { type: 'tool-call', name: 'add', input: { a: 1 } },
    ]);
  });

  it('call a tool with an empty object by default', () => {
    expect(call('now')).toEqual({ type: 'tool-call', name: 'now', input: {} });
    expect(call('set', null)).toEqual({ type: 'tool-call', name: 'set', input: null });
  });
});
