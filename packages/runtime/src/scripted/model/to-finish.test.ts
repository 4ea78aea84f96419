import { describe, expect, it } from 'vitest';
import { makeRequest } from '../__fixtures__/make-request.ts';
import { toAnswer } from '../playing/to-answer.ts';
import { toErrorFinish, toFinish } from './to-finish.ts';

describe('toFinish', () => {
  it('splits the tokens as the AI SDK does', () => {
    const answer = toAnswer({ text: 'x', usage: { input: 100, cached: 60, output: 50, reasoning: 20 } }, makeRequest());
    expect(toFinish(answer).usage).toEqual({
      inputTokens: { total: 100, noCache: 40, cacheRead: 60, cacheWrite: undefined },
      outputTokens: { total: 50, text: 30, reasoning: 20 },
    });
  });

  it.each(['stop', 'length', 'tool-calls', 'content-filter'] as const)('finishes with %s', (finishReason) => {
    const answer = toAnswer({ text: 'x', finishReason }, makeRequest());
    expect(toFinish(answer).finishReason).toEqual({ unified: finishReason, raw: finishReason });
  });
});

describe('toErrorFinish', () => {
  it('reports no usage of a broken answer', () => {
    const { finishReason, usage } = toErrorFinish();
    expect(finishReason).toEqual({ unified: 'error', raw: undefined });
    const counts = [...Object.values(usage.inputTokens), ...Object.values(usage.outputTokens)];
    expect(counts).toEqual(Array.from({ length: 7 }, () => undefined));
  });
});
