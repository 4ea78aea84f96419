import { describe, expect, it } from 'vitest';
import type { ModelAnswerPart } from './answer-parts.ts';
import { reasoningOf, textOf } from './leading-text.ts';

const text = (words: string): ModelAnswerPart => ({ type: 'text', text: words });
const reasoning = (words: string): ModelAnswerPart => ({ type: 'reasoning', text: words });
const source: ModelAnswerPart = { type: 'source', sourceType: 'url', id: '1', url: 'https://a.example' };
const redacted: ModelAnswerPart = {
  type: 'reasoning',
  text: '',
  providerMetadata: { anthropic: { redactedData: 'opaque' } },
};

describe('textOf', () => {
  it('joins text that a provider split to cite it', () => {
    expect(textOf([text('An inn'), source, text(' for coaches'), text('.')])).toBe('An inn for coaches.');
  });

  it('puts separate texts on lines of their own', () => {
    expect(textOf([text('First.'), reasoning('Hm.'), text('Second.')])).toBe('First.\nSecond.');
  });

  it('leaves out blank text', () => {
    expect(textOf([text(' '), reasoning('Hm.'), text('Only.'), reasoning('Hm.'), text('\n')])).toBe('Only.');
    expect(textOf([])).toBe('');
  });
});

describe('reasoningOf', () => {
  it('separates blocks', () => {
    expect(reasoningOf([reasoning('One.'), text('Text.'), reasoning('Two.')])).toBe('One.\n\nTwo.');
  });

  it('marks what the provider hides, and leaves out blank text', () => {
    expect(reasoningOf([redacted, reasoning(''), reasoning('Two.')])).toBe('[redacted thinking]\n\nTwo.');
    expect(reasoningOf([text('Text.'), reasoning(' ')])).toBe('');
  });
});
