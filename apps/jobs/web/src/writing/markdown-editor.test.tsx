import { expect, test } from 'vitest';
import { render, toText } from '../jobs/__fixtures__/render.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';

const draw = (text: string, language: 'en' | 'zh' = 'en'): string =>
  render(<MarkdownEditor text={text} onText={() => undefined} onSave={() => undefined} />, language);

test('the editor shows a text as source and as preview', () => {
  const markup = draw('# Kim\n\n- one\n- two');
  expect(markup).toMatch(/<textarea[^>]*># Kim\n\n- one\n- two<\/textarea>/);
  expect(markup).toMatch(/<h1>Kim<\/h1>/);
  expect(markup.match(/<li>/g)).toHaveLength(2);
});

test('scrollable areas can be reached with the keyboard, and have names', () => {
  expect(draw('x')).toMatch(/<section tabindex="0" aria-label="Preview"/i);
  expect(draw('x', 'zh')).toMatch(/<section tabindex="0" aria-label="预览"/i);
});

test('the editor lets the user choose a side where there is no room for both', () => {
  const [write, look] = [...draw('x').matchAll(/<button[^>]*aria-pressed="(true|false)"[^>]*>([^<]*)/g)];
  expect([write?.slice(1), look?.slice(1)]).toEqual([
    ['true', 'Write'],
    ['false', 'Preview'],
  ]);
});

test('markup in the text is not executed', () => {
  const markup = draw('<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n</textarea><script>x</script>');
  expect(markup).not.toMatch(/<(?:img|script)/);
  expect(toText(draw('', 'zh'))).toBe('编写 预览 文字（Markdown） 预览');
});
