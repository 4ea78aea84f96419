import { expect, test } from 'vitest';
import { render, toText } from '../jobs/__fixtures__/render.tsx';
import { WritingDesk } from './writing-desk.tsx';

const draw = (text: string, language: 'en' | 'zh' = 'en'): string =>
  render(<WritingDesk text={text} onText={() => undefined} onSave={() => undefined} />, language);

test('shows a text as it is written and as it reads', () => {
  const markup = draw('# Kim\n\n- one\n- two');
  expect(markup).toMatch(/<textarea[^>]*># Kim\n\n- one\n- two<\/textarea>/);
  expect(markup).toMatch(/<h1>Kim<\/h1>/);
  expect(markup.match(/<li>/g)).toHaveLength(2);
});

test('what scrolls can be reached with the keyboard, and has a name', () => {
  expect(draw('x')).toMatch(/<section tabindex="0" aria-label="Preview"/i);
  expect(draw('x', 'zh')).toMatch(/<section tabindex="0" aria-label="预览"/i);
});

test('lets the reader choose what to see where there is no room for both', () => {
  const [write, look] = [...draw('x').matchAll(/<button[^>]*aria-pressed="(true|false)"[^>]*>([^<]*)/g)];
  expect([write?.slice(1), look?.slice(1)]).toEqual([
    ['true', 'Write'],
    ['false', 'Preview'],
  ]);
});

test('a text that would like to run does not', () => {
  const markup = draw('<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n</textarea><script>x</script>');
  expect(markup).not.toMatch(/<(?:img|script)/);
  expect(toText(draw('', 'zh'))).toBe('编写 预览 文字（Markdown） 预览');
});
