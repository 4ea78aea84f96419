import { describe, expect, it } from 'vitest';
import { type AnswerPart, streamedText } from './answer.ts';

describe('streamedText', () => {
  it.each<[AnswerPart, string]>([
    [{ type: 'text', text: 'Hello.', citations: [] }, 'Hello.'],
    [{ type: 'reasoning', text: 'Hm.', redacted: false }, 'Hm.'],
    [{ type: 'reasoning', text: 'Hm.', redacted: true }, ''],
    [{ type: 'tool-call', id: 'call_0_0', name: 'add', inputText: '{"a":' }, '{"a":'],
    [{ type: 'web-search', id: 'ws_0_0', query: 'post', results: [] }, '{"query":"post"}'],
    [{ type: 'code-interpreter', id: 'ci_0_0', code: 'print(1)', outputs: [] }, 'print(1)'],
  ])('gives for %j the text %j', (part, text) => {
    expect(streamedText(part)).toBe(text);
  });
});
