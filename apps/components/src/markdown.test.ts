import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

const show = (text: string, streaming = false): string =>
  renderToStaticMarkup(createElement(Markdown, { text, streaming }));

describe('markdown of a model', () => {
  test('markdown is formatted', () => {
    expect(show('# Tides\n\nHigh at **six**, `low` at noon.\n\n- one\n- two')).toMatch(
      /<h1>Tides<\/h1>.*<strong>six<\/strong>.*<code>low<\/code>.*<ul>.*<li>one<\/li>/s,
    );
    expect(show('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(/<table>.*<th>a<\/th>.*<td>2<\/td>/s);
    expect(show('```js\nlet a = 1;\n```')).toMatch(/<pre[^>]*><code>let a = 1;\n<\/code><\/pre>/);
  });

  test('links to other sites without a referrer', () => {
    expect(show('[tides](https://example.org/)')).toContain(
      '<a href="https://example.org/" target="_blank" rel="noopener noreferrer nofollow">tides</a>',
    );
  });

  test('loads nothing: an image becomes a link to itself', () => {
    const shown = show('![a cat](https://example.org/cat.png)');
    expect(shown).not.toContain('<img');
    expect(shown).toContain('[image: a cat]</a>');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload="alert(1)"></svg>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<form action="https://evil.example"><input name="token"></form>',
    '<details open ontoggle=alert(1)>',
    '<math><mtext></mtext></math>',
    'text <b onmouseover="alert(1)">bold</b>',
    '<!-- <script>alert(1)</script> -->',
    '```html\n<script>alert(1)</script>\n```',
    '<base href="https://evil.example/">',
  ])('markdown never becomes elements: %s', (hostile) => {
    for (const streaming of [true, false]) expect(elementsOf(show(hostile, streaming))).toEqual([]);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x][r]\n\n[r]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '[x](/swarms/unregister)',
    '[x](vbscript:x)',
  ])('markdown never links to something that runs: %s', (hostile) => {
    expect(show(hostile)).not.toMatch(/href/);
  });

  test('markdown is harmless in any combination', () => {
    const pieces = [
      '<script>',
      '](javascript:a)',
      '[x',
      '`',
      '\n\n',
      '<img src=x onerror=a>',
      '**',
      '|',
      '> ',
      '&lt;',
      '"',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), fc.boolean(), (parts, streaming) => {
        const shown = show(parts.join(''), streaming);
        expect(elementsOf(shown)).toEqual([]);
        expect(shown).not.toMatch(/href="(?!https?:|mailto:)/);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 2_000 : 60 },
    );
  });
});

const HARMLESS =
  /^(div|p|h[1-6]|ul|ol|li|blockquote|pre|code|a|table|thead|tbody|tr|th|td|hr|strong|em|del|br|span|input|sup|section)$/;

/** What of the page is neither harmless nor without handlers. */
function elementsOf(html: string): string[] {
  const tags = [...html.matchAll(/<([a-z0-9]+)([^>]*)>/gi)];
  return tags
    .filter(([, name, rest]) => !HARMLESS.test(name!.toLowerCase()) || /\son\w+=|style=|src=/i.test(rest!))
    .map(([tag]) => tag);
}
