import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateMessages, estimatePrompt, estimateTokens } from './estimate-tokens.ts';

test.each([
  ['', 0],
  ['word', 1],
  ['Good morning', 3],
  ['Grüße', 3],
  ['日本語', 3],
  ['🐎', 2],
])('estimates %j at %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('a text has at least as many tokens as its parts suggest, and not many more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const whole = estimateTokens(one + other);
      const parts = estimateTokens(one) + estimateTokens(other);
      expect(parts - whole).toBeGreaterThanOrEqual(0);
      expect(parts - whole).toBeLessThanOrEqual(1);
    }),
  );
});

test('a prompt counts its system text, its tools and every message', () => {
  const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
  const messages = [{ role: 'user' as const, content: 'x'.repeat(400) }];
  const bare = estimatePrompt({ system: '', tools: [], messages: [] });
  const whole = estimatePrompt({ system: 'y'.repeat(400), tools, messages });
  expect(bare).toBe(1);
  expect(whole).toBeGreaterThan(200 + estimateTokens(JSON.stringify(tools)));
});

test('calls and results are counted with their content', () => {
  const result = (value: string) =>
    estimateMessages([
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value } }],
      },
    ]);
  expect(result('z'.repeat(4_000)) - result('')).toBe(1_000);
});
