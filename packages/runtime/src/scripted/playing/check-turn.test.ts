import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTurn } from '../__fixtures__/arbitrary-turn.ts';
import { checkScript, checkTurn } from './check-turn.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;

function complaintAbout(turn: unknown): unknown {
  try {
    checkTurn(turn);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('checkTurn', () => {
  it.each([
    ['text', { text: 'Hello.' }],
    ['silence', { text: '' }],
    ['an empty list of parts', { content: [] }],
    ['reasoning and calls', { reasoning: 'Hm.', toolCalls: [{ name: 'add', input: 1 }] }],
    ['a fault and nothing else', { fault: { kind: 'http', status: 500 } }],
    ['a fault in the middle', { text: 'Hello.', fault: { kind: 'stall', afterChunks: 1 } }],
    ['a call without input', { toolCalls: [{ name: 'now' }] }],
    ['a call with malformed input', { toolCalls: [{ name: 'add', rawInput: '{"a":' }] }],
    ['a huge text', { hugeText: { bytes: 1 } }],
    ['every part', { content: ['text', 'reasoning', 'web-search', 'code-interpreter'].map((type) => ({ type })) }],
    ['all numbers', { text: '', chunkSize: 1, delayMs: 0, firstDelayMs: 0, usage: { input: 1, output: 1 } }],
    ['an expectation', { text: '', expect: { tools: [] } }],
  ])('accepts %s', (_name, turn) => {
    expect(() => checkTurn(turn)).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, "A turn must be an object such as { text: 'Hello' }, but it is undefined."],
    ['a string', 'Hello.', 'A turn must be an object such as { text: \'Hello\' }, but it is "Hello.".'],
    ['a list', [{ text: '' }], "A turn must be an object such as { text: 'Hello' }, but it is a list."],
    ['a misspelt key', { txt: 'Hello.' }, "A turn has no 'txt'; it may have reasoning, text,"],
    [
      'no content',
      { usage: { input: 1 } },
      "A turn needs content: reasoning, text, hugeText, toolCalls, content, or a fault. For silence, say text: ''.",
    ],
    ['two kinds of content', { content: [], text: '' }, 'A turn has either content or text, not both.'],
    ['text that is none', { text: 3 }, "A turn's text must be a string, but it is 3."],
    ['reasoning that is none', { reasoning: {} }, "A turn's reasoning must be a string, but it is an object."],
    ['calls that are no list', { toolCalls: {} }, "A turn's toolCalls must be a list, but it is an object."],
    ['parts that are no list', { content: 'x' }, 'A turn\'s content must be a list, but it is "x".'],
    [
      'an unknown part',
      { content: [{ type: 'image' }] },
      'The type of a part must be one of text, reasoning, tool-call, web-search, code-interpreter, but it is "image".',
    ],
    ['a part that is none', { content: [null] }, 'A part must be an object, but it is null.'],
    ['a call that is none', { toolCalls: ['add'] }, 'A tool call must be an object, but it is "add".'],
    ['a huge text without a size', { hugeText: 5 }, 'hugeText must be an object, but it is 5.'],
    ['usage that is none', { text: '', usage: 5 }, 'usage must be an object, but it is 5.'],
    ['a call without a name', { toolCalls: [{}] }, 'A tool call needs a name.'],
    [
      'a part that is a call without a name',
      { content: [{ type: 'tool-call', name: '' }] },
      'A tool call needs a name.',
    ],
    [
      'two inputs',
      { toolCalls: [{ name: 'add', input: {}, rawInput: '' }] },
      'The call of add has either input or rawInput, not both.',
    ],
    [
      'input that is no JSON',
      { toolCalls: [{ name: 'add', input: () => 1 }] },
      'The input of the call of add cannot be written as JSON.',
    ],
    [
      'input without an end',
      { toolCalls: [{ name: 'add', input: circular }] },
      'The input of the call of add cannot be written as JSON.',
    ],
    ['chunks of nothing', { text: '', chunkSize: 0 }, 'chunkSize must be a whole number of at least 1, but it is 0.'],
    ['a negative delay', { text: '', delayMs: -1 }, 'delayMs must be a whole number of at least 0, but it is -1.'],
    [
      'a delay that is no number',
      { text: '', firstDelayMs: '1' },
      'firstDelayMs must be a whole number of at least 0, but it is "1".',
    ],
    [
      'half a byte',
      { hugeText: { bytes: 0.5 } },
      'hugeText.bytes must be a whole number of at least 0, but it is 0.5.',
    ],
    [
      'negative usage',
      { text: '', usage: { input: -1 } },
      'usage.input must be a whole number of at least 0, but it is -1.',
    ],
    [
      'more cached than sent',
      { text: '', usage: { input: 1, cached: 2 } },
      'usage.cached is a part of usage.input and cannot exceed it.',
    ],
    [
      'more thought than said',
      { text: '', usage: { output: 1, reasoning: 2 } },
      'usage.reasoning is a part of usage.output and cannot exceed it.',
    ],
    [
      'an unknown finish',
      { text: '', finishReason: 'done' },
      'finishReason must be one of stop, length, tool-calls, content-filter, but it is "done".',
    ],
    ['a fault that is none', { fault: 'http' }, 'A fault must be an object, but it is "http".'],
    [
      'an unknown fault',
      { fault: { kind: 'fire' } },
      'A fault\'s kind must be one of http, error-event, dropped-socket, stall, truncated-json, but it is "fire".',
    ],
    [
      'a successful fault',
      { fault: { kind: 'http', status: 200 } },
      "An http fault's status must be a whole number of at least 400, but it is 200.",
    ],
    [
      'a fault without a place',
      { fault: { kind: 'stall' } },
      'The afterChunks of stall must be a whole number of at least 0, but it is undefined.',
    ],
  ])('rejects %s with a sentence', (_name, turn, sentence) => {
    expect(() => checkTurn(turn)).toThrow(sentence);
  });

  it('accepts whatever the other tests generate', () => {
    fc.assert(
      fc.property(arbitraryTurn, (turn) => {
        expect(complaintAbout(turn)).toBeUndefined();
      }),
    );
  });

  it('accepts anything or throws a TypeError', () => {
    fc.assert(
      fc.property(fc.anything(), (turn) => {
        const complaint = complaintAbout(turn);
        expect(complaint === undefined || complaint instanceof TypeError).toBe(true);
      }),
    );
  });
});

describe('checkScript', () => {
  it('accepts lists of turns and functions', () => {
    expect(() => checkScript([])).not.toThrow();
    expect(() => checkScript([{ text: 'Hello.' }])).not.toThrow();
    expect(() => checkScript(() => ({ text: 'Hello.' }))).not.toThrow();
  });

  it.each([
    [undefined, 'A script must be a list of turns or a function, but it is undefined.'],
    [{ text: 'Hello.' }, 'A script must be a list of turns or a function, but it is an object.'],
    [null, 'A script must be a list of turns or a function, but it is null.'],
  ])('rejects %j', (script, sentence) => {
    expect(() => checkScript(script)).toThrow(sentence);
  });

  it('says which turn is wrong', () => {
    expect(() => checkScript([{ text: 'Fine.' }, { txt: 'Not.' }])).toThrow(
      "Turn 1 of the script: A turn has no 'txt'",
    );
  });
});
