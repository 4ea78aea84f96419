import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adaptUserMessage as adaptForExec, writeImages } from '../codex-exec/codex-exec-input.ts';
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

describe('adaptUserMessage for codex exec', () => {
  it('writes images to files, for as long as they are needed', async () => {
    const message = adaptForExec({ parts });
    let path = '';
    {
      await using written = await writeImages(message);
      expect(written.input.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))).toEqual(texts);
      const image = written.input.find((piece) => piece.type === 'local_image');
      path = image?.path ?? '';
      expect(path).toMatch(/\.png$/);
      expect(readFileSync(path, 'utf8')).toBe('Hello');
    }
    expect(existsSync(path)).toBe(false);
  });

  it('names images that are elsewhere', () => {
    const far = { type: 'file', mediaType: 'image/png', url: 'https://a.test/x.png' } as const;
    expect(adaptForExec({ parts: [far] })).toEqual([
      { type: 'text', text: '[Attached: a file of type image/png at https://a.test/x.png]' },
    ]);
  });

  it('creates no folder without images', async () => {
    await using written = await writeImages([{ type: 'text', text: 'Hi.' }]);
    expect(written.input).toEqual([{ type: 'text', text: 'Hi.' }]);
  });
});
