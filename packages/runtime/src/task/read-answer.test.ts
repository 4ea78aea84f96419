import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusedAnswer, readAnswer, toRefusedAnswer } from './read-answer.ts';

const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as never);

describe('readAnswer without a format', () => {
  it('accepts anything as the answer', () => {
    expect(readAnswer('done', undefined)).toEqual({ text: 'done' });
    expect(readAnswer({ sum: 4 }, undefined)).toEqual({ text: '{"sum":4}' });
  });

  it.each([undefined, null])('answers that the task is complete for %j', (given) => {
    expect(readAnswer(given, undefined)).toEqual({ text: 'Task completed successfully' });
  });
});

describe('readAnswer with a format', () => {
  it('gives what fits as JSON text', () => {
    expect(readAnswer({ sum: 4, more: [1] }, sum)).toEqual({ text: '{"sum":4,"more":[1]}' });
  });

  it('reads JSON that was written as text', () => {
    expect(readAnswer(' {"sum": 4}\n', sum)).toEqual({ text: '{"sum":4}' });
  });

  it('leaves text alone if the format asks for text', () => {
    expect(readAnswer('{"sum": 4}', { type: 'string' })).toEqual({ text: '{"sum": 4}' });
  });

  it.each([
    ['something else', { sum: 'four' }, 'sum: expected a number, got the string "four"'],
    ['nothing', undefined, 'expected an object, got null'],
    ['prose', 'It is four.', 'expected an object, got the string "It is four."'],
    ['a missing part', {}, 'sum: expected a value, got nothing'],
    ['text that says something else', '{"sum": "four"}', 'expected an object'],
  ])('explains what is wrong with %s', (_, given, problem) => {
    const answer = readAnswer(given, sum);
    expect('problem' in answer ? answer.problem : 'no problem').toContain(problem);
  });

  it('names only the first few of many problems', () => {
    const names = Array.from({ length: 12 }, (_, index) => `key${index}`);
    const answer = readAnswer({}, { type: 'object', required: names });
    expect(answer).toEqual({ problem: expect.stringMatching(/key4: [^;]* \(and 7 more\)$/) });
  });

  it('gives every value that fits as text that means the same', () => {
    fc.assert(
      fc.property(json, (value) => {
        const answer = readAnswer(value, {});
        const text = 'text' in answer ? answer.text : undefined;
        expect(typeof value === 'string' ? text : JSON.parse(text!)).toEqual(value);
      }),
    );
  });
});

describe('isRefusedAnswer', () => {
  const ended = { run: 1, type: 'call-ended', callId: 'c', tool: 'task_complete', kind: 'mail' } as const;

  it('recognises an answer that was refused because of its format', () => {
    expect(isRefusedAnswer({ ...ended, result: toRefusedAnswer('sum is missing') })).toBe(true);
  });

  it.each([
    ['one that was taken', { ...ended, result: { status: 'success' as const, content: 'task completed' } }],
    ['one that was refused for another reason', { ...ended, result: { status: 'error' as const, content: 'no' } }],
    ['anything else', { run: 1, type: 'notice' as const, code: 'invalid_answer', text: 'x' }],
  ])('accepts %s', (_, entry) => {
    expect(isRefusedAnswer(entry)).toBe(false);
  });
});
