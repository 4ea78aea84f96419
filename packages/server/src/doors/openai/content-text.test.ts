import type { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { toContentText } from './content-text.ts';

const text = (content: unknown) => toContentText(content, ['input', 0, 'content']);
const base64 = (words: string) => Buffer.from(words).toString('base64');

describe('toContentText', () => {
  test.each([
    ['plain', 'plain'],
    [null, ''],
    [undefined, ''],
    [[], ''],
    [
      [
        { type: 'input_text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      'a\n\nb',
    ],
    [
      [
        { type: 'output_text', text: 'said' },
        { type: 'refusal', refusal: 'no' },
      ],
      'said\n\nno',
    ],
    [[{ type: 'input_image', image_url: 'https://x.example/a.png' }], '[image](https://x.example/a.png)'],
    [[{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }], '[image](data:image/png;base64,AA==)'],
    [
      [{ type: 'input_file', file_url: 'https://x.example/a.pdf', filename: 'a.pdf' }],
      '[a.pdf](https://x.example/a.pdf)',
    ],
    [
      [{ type: 'input_file', file_url: 'https://x.example/a.pdf', filename: 'a](https://y.example)\n[b\\.pdf' }],
      String.raw`[a\](https://y.example) \[b\\.pdf](https://x.example/a.pdf)`,
    ],
    [[{ type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } }], '[audio](data:audio/mp3;base64,AA==)'],
    [
      [{ type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' }],
      '[a.pdf](data:application/pdf;base64,AA==)',
    ],
    [
      [{ type: 'input_file', filename: 'a.csv', file_data: `data:text/csv;base64,${base64('a;ü')}` }],
      '<file name="a.csv" type="text/csv">\na;ü\n</file>',
    ],
    [
      [{ type: 'file', file: { filename: 'a.json', file_data: `data:application/json;base64,${base64('{}')}` } }],
      '<file name="a.json" type="application/json">\n{}\n</file>',
    ],
  ])('converts %j to text', (content, expected) => {
    expect(text(content)).toBe(expected);
  });

  test.each([
    [5, 'input.0.content'],
    [[5], 'input.0.content.0'],
    [[{ type: 'input_text' }], 'input.0.content.0.text'],
    [[{ type: 'video' }], 'input.0.content.0.type'],
    [[{ type: 'input_image', file_id: 'file-1' }], 'input.0.content.0'],
    [[{ type: 'image_url' }], 'input.0.content.0.image_url'],
    [[{ type: 'input_file', file_id: 'file-1' }], 'input.0.content.0'],
    [[{ type: 'input_audio', input_audio: {} }], 'input.0.content.0.input_audio.data'],
    [
      [{ type: 'input_audio', input_audio: { data: '', format: { toString: 1 } } }],
      'input.0.content.0.input_audio.format',
    ],
  ])('refuses %j and says where the mistake is', (content, path) => {
    const error = (() => {
      try {
        return text(content);
      } catch (thrown) {
        return thrown as PosthouseError;
      }
    })();
    expect(error).toMatchObject({ code: 'invalid_input', details: [{ path }] });
  });
});
