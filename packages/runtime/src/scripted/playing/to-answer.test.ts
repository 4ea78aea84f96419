import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTurn } from '../__fixtures__/arbitrary-turn.ts';
import { makeRequest } from '../__fixtures__/make-request.ts';
import { call, say, think } from '../builders.ts';
import type { ScriptedTurn } from '../turn.ts';
import { toAnswer } from './to-answer.ts';

const answerTo = (turn: ScriptedTurn, index = 0) => toAnswer(turn, makeRequest({ index }));

describe('toAnswer', () => {
  it('puts the short form in order: reasoning, text, calls', () => {
    const { parts } = answerTo({ toolCalls: [{ name: 'add', input: { a: 1 } }], text: 'Wait.', reasoning: 'Hm.' });
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Hm.', redacted: false },
      { type: 'text', text: 'Wait.', citations: [] },
      { type: 'tool-call', id: 'call_0_0', name: 'add', inputText: '{"a":1}' },
    ]);
  });

  it('keeps the order of a list of parts', () => {
    const { parts } = answerTo({ content: [say('a'), think('b'), call('c'), say('d')] });
    expect(parts.map((part) => part.type)).toEqual(['text', 'reasoning', 'tool-call', 'text']);
  });

  it('numbers calls by request and place, and leaves ids that are given', () => {
    const { parts } = answerTo({ content: [call('a'), { ...call('b'), id: 'mine' }, say('x'), call('c')] }, 7);
    expect(parts.flatMap((part) => ('id' in part ? [part.id] : []))).toEqual(['call_7_0', 'mine', 'call_7_1']);
  });

  it('numbers built-in tool calls separately', () => {
    const { parts } = answerTo({
      content: [
        { type: 'web-search', query: 'a' },
        { type: 'code-interpreter', code: '1' },
        { type: 'web-search', query: 'b' },
        { type: 'web-search', query: 'c', id: 'mine' },
      ],
    });
    expect(parts.map((part) => ('id' in part ? part.id : ''))).toEqual(['ws_0_0', 'ci_0_0', 'ws_0_1', 'mine']);
  });

  it('writes input as JSON, and malformed input as it stands', () => {
    const { parts } = answerTo({
      toolCalls: [{ name: 'none' }, { name: 'json', input: [1, null] }, { name: 'raw', rawInput: '{"a":' }],
    });
    expect(parts.map((part) => ('inputText' in part ? part.inputText : ''))).toEqual(['{}', '[1,null]', '{"a":']);
  });

  it('fills in empty results, outputs and reasoning', () => {
    const { parts } = answerTo({
      content: [
        { type: 'web-search', query: 'a' },
        { type: 'code-interpreter', code: '1' },
        { type: 'reasoning', redacted: true },
      ],
    });
    expect(parts).toMatchObject([{ results: [] }, { outputs: [] }, { text: '', redacted: true }]);
  });

  it('lets a citation without a place stand for the whole text', () => {
    const citations = [
      { url: 'https://a.test', title: 'A' },
      { url: 'https://b.test', title: 'B', start: 2, end: 4 },
    ];
    const { parts } = answerTo({ content: [{ type: 'text', text: 'Hello.', citations }] });
    expect(parts[0]).toMatchObject({
      citations: [
        { start: 0, end: 6 },
        { start: 2, end: 4 },
      ],
    });
  });

  it.each<[string, ScriptedTurn, string]>([
    ['text', { text: 'Hello.' }, 'stop'],
    ['silence', { text: '' }, 'stop'],
    ['a call', { toolCalls: [{ name: 'add' }] }, 'tool-calls'],
    ['a tool of the provider', { content: [{ type: 'web-search', query: 'a' }] }, 'stop'],
    ['what the script says', { toolCalls: [{ name: 'add' }], finishReason: 'length' }, 'length'],
  ])('finishes for the reason that follows from %s', (_name, turn, reason) => {
    expect(answerTo(turn).finishReason).toBe(reason);
  });

  it('sends 16 characters at a time without a pause by default', () => {
    expect(answerTo({ text: 'x' })).toMatchObject({ chunkSize: 16, delayMs: 0, firstDelayMs: 0 });
  });

  it('sends a huge text in large chunks', () => {
    const answer = answerTo({ hugeText: { bytes: 100_000 } });
    expect(answer.chunkSize).toBe(16_384);
    expect(answer.parts.map((part) => 'text' in part && part.text.length)).toEqual([100_000]);
    expect(answerTo({ hugeText: { bytes: 10 }, chunkSize: 3 }).chunkSize).toBe(3);
  });

  it('waits before the first chunk as before the others by default', () => {
    expect(answerTo({ text: 'x', delayMs: 5 })).toMatchObject({ delayMs: 5, firstDelayMs: 5 });
    expect(answerTo({ text: 'x', delayMs: 5, firstDelayMs: 0 })).toMatchObject({ delayMs: 5, firstDelayMs: 0 });
    expect(answerTo({ text: 'x', firstDelayMs: 9 })).toMatchObject({ delayMs: 0, firstDelayMs: 9 });
  });

  it('keeps faults in the middle of an answer; a refusal is no answer', () => {
    const fault = { kind: 'stall', afterChunks: 2 } as const;
    expect(answerTo({ text: 'x', fault }).fault).toEqual(fault);
    expect(answerTo({ fault: { kind: 'http', status: 500 } }).fault).toBeUndefined();
  });

  it('refuses an invalid turn', () => {
    expect(() => answerTo({ txt: 'Hello.' } as ScriptedTurn)).toThrow("A turn has no 'txt'");
  });

  it('gives the same answer each time, with ids that are never used twice', () => {
    fc.assert(
      fc.property(arbitraryTurn, fc.nat(99), (turn, index) => {
        const answer = answerTo(turn, index);
        expect(answerTo(turn, index)).toEqual(answer);
        const ids = answer.parts.flatMap((part) => ('id' in part ? [part.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id.startsWith(`call_${index}_`)).toBe(true);
      }),
    );
  });
});
