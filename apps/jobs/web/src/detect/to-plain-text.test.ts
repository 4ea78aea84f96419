import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toLine, toPlainLine, toPlainText } from './to-plain-text.ts';

const LONG = 10_000;

test.each([
  ['<p>One</p><p>Two</p>', 'One\nTwo'],
  ['One<br>Two<br />Three', 'One\nTwo\nThree'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<h2 class="x">Head</h2>text', 'Head\ntext'],
  ['a <b>bold</b> word', 'a bold word'],
  ['Tom &amp; Jerry &#39;s &#x2F; &euro;5 &unknown;', "Tom & Jerry 's / €5 &unknown;"],
  ['&lt;p&gt;escaped&lt;/p&gt;', 'escaped'],
  ['&amp;lt;b&amp;gt;twice', 'twice'],
  ['a\u00A0 \t b', 'a b'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['<style>p { color: red }</style>seen', 'seen'],
  ['<script>alert(1)</script>seen', 'seen'],
  ['<script>never closed', ''],
  ['&#0;&#xD800;&#1114112;x', 'x'],
])('toPlainText turns %j into %j', (html, text) => {
  expect(toPlainText(html, LONG)).toBe(text);
});

test('toPlainText is no longer than requested', () => {
  expect(toPlainText('x'.repeat(100), 10)).toBe('x'.repeat(10));
});

test.each(['<script>', '<script', '<li ', '<', '&lt;', '&amp;amp;lt;', '</script ', '<style></styl'])(
  'toPlainText terminates on a million characters of %j',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(toPlainText(text, 50_000).length).toBeLessThanOrEqual(50_000);
  },
);

test('toPlainText never throws and never gets longer, whatever the text', () => {
  const piece = fc.constantFrom('<', '>', '&lt;', '&#1;', 'script', 'style', '/', ' ', 'a', '&amp;', 'lt;', '\n');
  const text = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, fc.nat(40), (html, longest) => {
      expect(toPlainText(html, longest).length).toBeLessThanOrEqual(longest);
    }),
  );
});

test('toPlainLine turns HTML into one line, a number into text, and anything else into nothing', () => {
  expect(toPlainLine('<p>One</p>\n<p>Two</p>', LONG)).toBe('One Two');
  expect(toPlainLine(7, LONG)).toBe('7');
  expect([null, undefined, {}, [], true, ' ', '<br>'].map((value) => toPlainLine(value, LONG))).toEqual(
    Array.from({ length: 7 }),
  );
});

test('a plain line keeps what looks like HTML', () => {
  expect(toLine('  List<T>\n &amp; <b>more</b> ', LONG)).toBe('List<T> &amp; <b>more</b>');
  expect(toLine(' \n ', LONG)).toBeUndefined();
  expect(toLine(undefined, LONG)).toBeUndefined();
  expect(toLine('x'.repeat(50), 7)).toBe('x'.repeat(7));
});
