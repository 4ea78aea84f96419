import { describe, expect, test } from 'vitest';
import { adaptUserMessage } from './adapt-user-message.ts';

const file = (url: string, filename?: string) => ({ type: 'file' as const, mediaType: 'image/png', url, filename });

describe('adaptUserMessage', () => {
  test('converts texts and files to prompt parts, without empty texts', () => {
    const parts = [
      { type: 'text', text: 'Look' } as const,
      { type: 'text', text: '' } as const,
      file('data:image/png;base64,aGk=', 'a.png'),
    ];
    expect(adaptUserMessage({ parts })).toEqual({
      parts: [
        { type: 'text', text: 'Look' },
        { type: 'file', mime: 'image/png', url: 'data:image/png;base64,aGk=', filename: 'a.png' },
      ],
    });
    expect(adaptUserMessage({ parts: [file('https://example.com/a.png')] }).parts).toEqual([
      { type: 'file', mime: 'image/png', url: 'https://example.com/a.png' },
    ]);
  });

  test.each(['file:///etc/passwd', 'FILE:///etc/passwd', '/etc/passwd', 'ftp://example.com/x', ''])(
    'refuses %j, which OpenCode might open on the server',
    (url) => {
      expect(() => adaptUserMessage({ parts: [file(url, 'x')] })).toThrow('must come as a data: or https: URL');
    },
  );
});
