import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMessage, makeRequest } from '../__fixtures__/make-request.ts';
import type { AnswerPart } from './answer.ts';
import { fillInUsage } from './fill-in-usage.ts';

const text = (length: number): AnswerPart => ({ type: 'text', text: 'x'.repeat(length), citations: [] });
const reasoning = (length: number): AnswerPart => ({ type: 'reasoning', text: 'x'.repeat(length), redacted: false });

function requestOf(characters: number) {
  return makeRequest({ messages: [makeMessage({ text: 'x'.repeat(characters) })] });
}

describe('fillInUsage', () => {
  it('counts four characters as a token', () => {
    expect(fillInUsage({}, { request: requestOf(40), parts: [text(20)] })).toEqual({
      input: 10,
      cached: 0,
      output: 5,
      reasoning: 0,
    });
  });

  it('rounds up, and never counts zero input tokens', () => {
    expect(fillInUsage({}, { request: requestOf(1), parts: [text(5)] })).toMatchObject({ input: 1, output: 2 });
    expect(fillInUsage({}, { request: requestOf(0), parts: [] })).toMatchObject({ input: 1, output: 0 });
  });

  it('counts reasoning as a part of the output', () => {
    expect(fillInUsage({}, { request: requestOf(4), parts: [reasoning(40), text(8)] })).toMatchObject({
      output: 12,
      reasoning: 10,
    });
  });

  it('counts redacted reasoning as zero, because its length is hidden', () => {
    const redacted: AnswerPart = { type: 'reasoning', text: 'hidden', redacted: true };
    expect(fillInUsage({}, { request: requestOf(4), parts: [redacted] })).toMatchObject({ output: 0, reasoning: 0 });
  });

  it('counts the system text, tool calls and tool results of the conversation', () => {
    const request = makeRequest({
      system: 'x'.repeat(8),
      messages: [
        makeMessage({ text: 'x'.repeat(4) }),
        makeMessage({ role: 'assistant', toolCalls: [{ id: 'call_0_0', name: 'add', input: { a: 1 } }] }),
        makeMessage({ role: 'tool', toolResults: [{ id: 'call_0_0', text: 'x'.repeat(5) }] }),
      ],
    });
    expect(fillInUsage({}, { request, parts: [] }).input).toBe((8 + 4 + '{"a":1}'.length + 5) / 4);
  });

  it('prefers the numbers of the script', () => {
    const usage = { input: 100, cached: 60, output: 50, reasoning: 20 };
    expect(fillInUsage(usage, { request: requestOf(4), parts: [text(4)] })).toEqual(usage);
  });

  it('raises the input to include cached tokens when only those are given', () => {
    expect(fillInUsage({ cached: 500 }, { request: requestOf(4), parts: [] })).toMatchObject({
      input: 500,
      cached: 500,
    });
  });

  it('adds the given reasoning to the estimated rest', () => {
    expect(fillInUsage({ reasoning: 100 }, { request: requestOf(4), parts: [text(8)] })).toMatchObject({
      output: 102,
      reasoning: 100,
    });
  });

  it('never reports a part that is larger than its whole', () => {
    const counts = fc.record({ cached: fc.nat(999), reasoning: fc.nat(999) }, { requiredKeys: [] });
    const totals = fc.record({ input: fc.integer({ min: 999 }), output: fc.nat(50) }, { requiredKeys: [] });
    fc.assert(
      fc.property(counts, totals, fc.nat(400), fc.nat(400), (parts, wholes, thought, spoken) => {
        const usage = fillInUsage(
          { ...parts, ...wholes },
          { request: requestOf(9), parts: [reasoning(thought), text(spoken)] },
        );
        expect(usage.cached).toBeLessThanOrEqual(usage.input);
        expect(usage.reasoning).toBeLessThanOrEqual(usage.output);
      }),
    );
  });
});
