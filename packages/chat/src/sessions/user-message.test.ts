import type { UserPart } from '@posthouse/agents';
import { describe, expect, test } from 'vitest';
import { toChatRouting, toMailBody } from './user-message.ts';

const text = (words: string): UserPart => ({ type: 'text', text: words });
const file = (url: string, mediaType: string, filename?: string): UserPart => ({
  type: 'file',
  url,
  mediaType,
  ...(filename === undefined ? {} : { filename }),
});

describe('a message of the user as mail', () => {
  test('a message as mail consists of its words', () => {
    expect(toMailBody([text('one'), text('two')])).toBe('one\n\ntwo');
  });

  test.each([
    [file('https://example.org/a.png', 'image/png', 'a.png'), '[a.png](https://example.org/a.png)'],
    [
      file('https://example.org/a', 'image/png', 'a](https://else) [b'),
      '[a\\](https://else) \\[b](https://example.org/a)',
    ],
    [
      file('data:text/plain;base64,R3LDvMOfZQ==', 'text/plain', 'a.txt'),
      '<file name="a.txt" type="text/plain">\nGrüße\n</file>',
    ],
    [
      file('data:application/json,%7B%22a%22%3A1%7D', 'application/json'),
      '<file name="file" type="application/json">\n{"a":1}\n</file>',
    ],
    [file('data:text/plain,100%', 'text/plain'), '<file name="file" type="text/plain">\n100%\n</file>'],
    [file('data:image/png;base64,AP8H', 'image/png', 'dot.png'), '[dot.png: image/png, 3 bytes]'],
  ])('names or quotes a file: %j', (part, words) => {
    expect(toMailBody([part])).toBe(words);
  });

  test('a message is kept as it was, unless its words say it all', () => {
    expect(toChatRouting({ id: 'u', parts: [text('hi')] })).toEqual({ chat: { messageId: 'u' } });
    const parts = [text('look'), file('https://x', 'image/png')];
    expect(toChatRouting({ id: 'u', parts })).toEqual({ chat: { messageId: 'u', parts } });
  });
});
