import { describe, expect, it } from 'vitest';
import type { ModelAnswerPart } from './answer-parts.ts';
import { toCitations } from './citations.ts';

type Source = Extract<ModelAnswerPart, { type: 'source'; sourceType: 'url' }>;

const source = (url: string, title?: string): Source => ({
  type: 'source',
  sourceType: 'url',
  id: url,
  url,
  ...(title === undefined ? {} : { title }),
});

const result: ModelAnswerPart = {
  type: 'tool-result',
  toolCallId: 'ws',
  toolName: 'web_search',
  input: {},
  output: [],
  dynamic: true,
  providerExecuted: true,
};

describe('toCitations', () => {
  it('takes the citations attached to the text', () => {
    const content: ModelAnswerPart[] = [
      result,
      source('https://found.example'),
      {
        type: 'text',
        text: 'An inn.',
        citations: [
          { source: source('https://a.example', 'A'), citedText: 'inns of old' },
          { source: source('https://b.example') },
          { source: { type: 'source', sourceType: 'document', id: 'f', mediaType: 'application/pdf', title: 'F' } },
        ],
      },
    ];

    expect(toCitations(content)).toEqual([
      { url: 'https://a.example', title: 'A', cited_text: 'inns of old' },
      { url: 'https://b.example' },
    ]);
  });

  it('otherwise takes the sources that follow a text, not everything found', () => {
    const content: ModelAnswerPart[] = [
      result,
      source('https://found.example', 'Found'),
      { type: 'text', text: 'An inn' },
      source('https://a.example', 'A'),
      source('https://b.example', 'B'),
      { type: 'text', text: ' for coaches.' },
      source('https://c.example', 'C'),
      { type: 'reasoning', text: 'Look again.' },
      source('https://found.example', 'Found'),
    ];

    expect(toCitations(content).map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  });

  it('finds no citations where nothing is cited', () => {
    expect(toCitations([{ type: 'text', text: 'Just so.' }, result])).toEqual([]);
  });
});
