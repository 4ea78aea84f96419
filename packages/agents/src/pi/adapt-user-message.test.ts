import { describe, expect, test } from 'vitest';
import { adaptUserMessage } from './adapt-user-message.ts';

const file = (mediaType: string, url: string, filename?: string): object => ({
  type: 'file',
  mediaType,
  url,
  filename,
});
const contentOf = (...parts: object[]): unknown => adaptUserMessage({ parts: parts as never }).content;

describe('adaptUserMessage', () => {
  test('converts texts, without empty ones', () => {
    expect(
      adaptUserMessage({
        parts: [
          { type: 'text', text: 'Hello' },
          { type: 'text', text: '' },
        ],
      }),
    ).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'Hello' }],
    });
  });

  test('converts images', () => {
    expect(contentOf(file('image/png', 'data:image/png;base64,aGk='))).toEqual([
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ]);
  });

  test('includes text files under their names', () => {
    expect(contentOf(file('text/csv', 'data:text/csv,a%2Cb', 'table.csv'))).toEqual([
      { type: 'text', text: 'table.csv:\n\na,b' },
    ]);
    expect(contentOf(file('application/json', 'data:application/json;base64,e30='))).toEqual([
      { type: 'text', text: 'a file:\n\n{}' },
    ]);
  });

  test('names other files to the model', () => {
    expect(contentOf(file('application/pdf', 'data:application/pdf;base64,aGk=', 'cv.pdf'))).toEqual([
      { type: 'text', text: '[cv.pdf (application/pdf) cannot be shown to this agent]' },
    ]);
  });

  test('passes links as text and does not open them', () => {
    expect(contentOf(file('image/png', 'https://example.com/a.png', 'a.png'))).toEqual([
      { type: 'text', text: '[a.png (image/png): https://example.com/a.png]' },
    ]);
  });
});
