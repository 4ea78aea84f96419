import { describe, expect, test } from 'vitest';
import { endFrame, frame, messageFrame, tokenFrame, usageFrame } from '../__fixtures__/frames.ts';
import { Palette } from '../terminal/palette.ts';
import { NO_PROGRESS, type Progress, toProgress } from './progress.ts';
import { toProgressText, toUse } from './to-progress-text.ts';

const after = (...frames: Parameters<typeof toProgress>[1][]): Progress => frames.reduce(toProgress, NO_PROGRESS);

describe('progress', () => {
  test('tells who is at work, from the mail that came to the answer of the model', () => {
    expect(after(messageFrame('ada', 'boss', 'x', { type: 'user' })).working).toEqual(['boss']);
    expect(after(messageFrame('ada', 'boss', 'x'), usageFrame('boss', 1, 1)).working).toEqual([]);
    expect(
      after(messageFrame('boss', 'math', 'x'), messageFrame('boss', 'web', 'x'), messageFrame('boss', 'math', 'y'))
        .working,
    ).toEqual(['math', 'web']);
  });

  test('counts actions, and text that is being written, as work', () => {
    const asked = [messageFrame('boss', 'math', 'x'), usageFrame('math', 1, 1)];
    expect(after(...asked, frame('action_call', { caller: 'math' })).working).toEqual(['math']);
    expect(
      after(
        ...asked,
        frame('action_call', { caller: 'math' }),
        frame('action_complete', { caller: 'math' }),
        usageFrame('math', 1, 1),
      ).working,
    ).toEqual([]);
    expect(after(tokenFrame('boss', 'x')).working).toEqual(['boss']);
  });

  test('knows who waits, who failed, and when it is over', () => {
    expect(after(messageFrame('ada', 'boss', 'x'), frame('await_message', { caller: 'boss' })).working).toEqual([]);
    expect(after(messageFrame('ada', 'boss', 'x'), frame('agent_error', { caller: 'boss' })).working).toEqual([]);
    expect(after(messageFrame('ada', 'boss', 'x'), endFrame('complete', 'y')).working).toEqual([]);
  });

  test('does not take "all" for somebody', () => {
    expect(after(messageFrame('boss', 'all', 'x')).working).toEqual([]);
  });

  test('adds up tokens and cost, and knows no cost without prices', () => {
    expect(after(usageFrame('a', 10, 2), usageFrame('b', 5, 1))).toMatchObject({
      inputTokens: 15,
      outputTokens: 3,
      cost: undefined,
    });
    expect(after(usageFrame('a', 1, 1, 0.25), usageFrame('b', 1, 1), usageFrame('b', 1, 1, 0.5)).cost).toBe(0.75);
  });

  test('is not disturbed by frames that say nothing about it', () => {
    const before = after(messageFrame('ada', 'boss', 'x'));
    expect(toProgress(before, frame('notice', { code: 'x' }))).toBe(before);
    expect(toProgress(before, frame('new_message', {}))).toBe(before);
  });
});

describe('progress in a line', () => {
  const plain = new Palette(false);
  const busy = { working: ['a', 'b', 'c', 'd', 'e'], inputTokens: 1_234_000, outputTokens: 567, cost: 0.0123 };

  test('has who, tokens, cost and seconds', () => {
    expect(toProgressText(busy, 61_500, plain)).toMatch(
      /^\S a, b, c and 2 more at work · 1 234 567 tokens · cost 0\.0123 · 61 s$/,
    );
    expect(toProgressText(NO_PROGRESS, 0, plain)).toMatch(/^\S waiting · 0 s$/);
  });

  test('moves', () => {
    expect(toProgressText(NO_PROGRESS, 0, plain)).not.toBe(toProgressText(NO_PROGRESS, 100, plain));
  });

  test('shows what was used, as far as it is known', () => {
    expect(toUse(NO_PROGRESS)).toEqual([]);
    expect(toUse({ ...NO_PROGRESS, outputTokens: 12, cost: 3.456 })).toEqual(['12 tokens', 'cost 3.46']);
  });
});
