import { describe, expect, it } from 'vitest';
import { adaptUserMessage } from './codex-input.ts';

const parts = [
  { type: 'text', text: 'Look.' },
  { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,SGVsbG8=' },
  { type: 'file', mediaType: 'text/csv', url: 'data:text/csv,a%2Cb', filename: 'a.csv' },
  { type: 'file', mediaType: 'application/zip', url: 'https://a.test/x.zip', filename: 'x.zip' },
  { type: 'file', mediaType: '', url: 'data:;base64,AAAA' },
] as const;
const texts = [
  'Look.',
  'Contents of a.csv:\n\na,b',
  '[Attached: x.zip of type application/zip at https://a.test/x.zip]',
  '[Attached: a file of type unknown]',
];

describe('adaptUserMessage', () => {
  it('converts texts and images, and includes the contents of text files', () => {
    const input = adaptUserMessage({ parts });
    expect(input.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))).toEqual(texts);
    expect(input[0]).toEqual({ type: 'text', text: 'Look.', text_elements: [] });
    expect(input[1]).toEqual({ type: 'image', url: 'data:image/png;base64,SGVsbG8=' });
  });
});
