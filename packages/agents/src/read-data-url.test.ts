import { describe, expect, it } from 'vitest';
import { readDataURL } from './read-data-url.ts';

describe('readDataURL', () => {
  it.each([
    ['data:text/plain;base64,SGVsbG8=', 'text/plain', 'Hello'],
    ['data:text/plain;charset=utf-8;base64,SGVsbG8=', 'text/plain', 'Hello'],
    ['data:text/html,%3Cb%3Eh%C3%BC%3C/b%3E', 'text/html', '<b>hü</b>'],
    ['data:,plain', 'text/plain', 'plain'],
    ['DATA:image/png;BASE64,SGVsbG8=', 'image/png', 'Hello'],
  ])('readDataURL reads %s', (url, mediaType, text) => {
    const data = readDataURL(url);
    expect(data?.mediaType).toBe(mediaType);
    expect(data?.text()).toBe(text);
    expect(Buffer.from(data!.base64, 'base64').toString()).toBe(text);
  });

  it.each(['https://a.test/data:,x', 'file:///etc/passwd', ''])('returns nothing for %s', (url) => {
    expect(readDataURL(url)).toBeUndefined();
  });
});
