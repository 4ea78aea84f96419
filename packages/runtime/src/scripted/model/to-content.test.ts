import { describe, expect, it } from 'vitest';
import { makeRequest } from '../__fixtures__/make-request.ts';
import { call, say, think } from '../builders.ts';
import { toAnswer } from '../playing/to-answer.ts';
import type { ScriptedPart } from '../turn.ts';
import { toContent } from './to-content.ts';

const contentOf = (...content: ScriptedPart[]) => toContent(toAnswer({ content }, makeRequest()), undefined);

describe('toContent', () => {
  it('keeps the parts in order', () => {
    expect(contentOf(think('Hm.'), say('Wait.'), call('add', { a: 1 }), say('Done.'))).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Wait.' },
      { type: 'tool-call', toolCallId: 'call_0_0', toolName: 'add', input: '{"a":1}' },
      { type: 'text', text: 'Done.' },
    ]);
  });

  it('hides redacted reasoning', () => {
    expect(contentOf({ type: 'reasoning', text: 'secret', redacted: true })).toEqual([{ type: 'reasoning', text: '' }]);
  });

  it('passes malformed input on unchanged', () => {
    expect(contentOf({ type: 'tool-call', name: 'add', rawInput: '{"a":' })).toMatchObject([{ input: '{"a":' }]);
  });

  it('lists cited pages after their text', () => {
    const citations = [{ url: 'https://a.test', title: 'A' }];
    expect(contentOf({ type: 'text', text: 'x', citations }, say('y')).map((part) => part.type)).toEqual([
      'text',
      'source',
      'text',
    ]);
  });

  it('gives built-in tools their results', () => {
    const parts = contentOf({ type: 'web-search', query: 'x' }, { type: 'code-interpreter', code: '1' });
    expect(parts.map((part) => part.type)).toEqual(['tool-call', 'tool-result', 'tool-call', 'tool-result']);
  });
});
