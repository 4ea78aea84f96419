import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeEntities } from './decode-entities.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { readArticle } from './read-article.ts';
import { readHead } from './read-head.ts';
import { tokenizeHtml } from './tokenize-html.ts';

describe('entities', () => {
  test.each([
    ['Tom &amp; Ada', 'Tom & Ada'],
    ['caf&eacute; &#233; &#xE9;', 'café é é'],
    ['&lt;b&gt;', '<b>'],
    ['&amp;lt;', '&lt;'],
    ['&#150; &#128;', '– €'],
    ['&unknown; R&D AT&T', '&unknown; R&D AT&T'],
    ['&copy2026', '&copy2026'],
    ['&#0;&#xFFFFFF;&#xD800;', '\uFFFD\uFFFD\uFFFD'],
    ['&nbsp', '\u00A0'],
    ['&', '&'],
  ])('decodeEntities turns %j into %j', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });
});

describe('tokens', () => {
  const tokens = (html: string) =>
    [...tokenizeHtml(html)].map((token) => {
      if (token.type === 'text') return token.text;
      if (token.type === 'raw') return `[${token.name}: ${token.text}]`;
      return token.type === 'open' ? `<${token.name}>` : `</${token.name}>`;
    });

  test.each([
    ['tags and text are told apart', '<P>a<br/>b</p >', ['<p>', 'a', '<br>', 'b', '</p>']],
    ['comments are left out', 'a<!-- <b> -->b', ['a', 'b']],
    ['a comment that never ends takes the rest', 'a<!-- <b>', ['a']],
    ['doctypes are left out', '<!doctype html><?xml?>a', ['a']],
    ['scripts are raw', '<script>if (a<b) "</p>"</script>x', ['[script: if (a<b) "</p>"]', 'x']],
    ['a script that never ends takes the rest', '<script>a', ['[script: a]']],
    ['a sign that is no tag is text', 'a < b > c << d', ['a < b > c << d']],
    ['quoted values may contain signs', '<a title="x > y">z', ['<a>', 'z']],
    ['a quote that never closes is ignored', '<a title="x>z', ['<a>', 'z']],
    ['half a tag is text', 'a <b', ['a <b']],
  ])('reading HTML: %s', (_, html, expected) => {
    expect(tokens(html)).toEqual(expected);
  });

  test('attributes are read in every spelling', () => {
    const [token] = tokenizeHtml(`<a HREF="x&amp;y" b='c' d=e f g = "h" href="second">`);
    expect(token?.type === 'open' && [...token.attributes()]).toEqual([
      ['href', 'x&y'],
      ['b', 'c'],
      ['d', 'e'],
      ['f', ''],
      ['g', 'h'],
    ]);
  });
});

describe('markdown of a page', () => {
  test.each([
    ['paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['line breaks', 'a<br>b<br/> c', 'a\nb\nc'],
    ['headings', '<h1>a</h1><h3><b>b</b></h3>', '# a\n\n### b'],
    ['lists', '<ul><li>a</li><li>b</ul>', '- a\n- b'],
    ['numbered lists', '<ol><li>a<li>b</ol>', '1. a\n2. b'],
    ['lists in lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    ['paragraphs in items', '<ul><li><p>a</p></li><li><div>b</div></li></ul>', '- a\n- b'],
    ['bold and italic text', 'a <b>b</b> <em> c </em>d', 'a **b** *c* d'],
    ['nothing in bold', 'a<b></b><i> </i>b', 'a b'],
    [
      'links',
      '<a href="https://x.example/a b">x</a> <a href="javascript:alert(1)">y</a>',
      '[x](https://x.example/a%20b) y',
    ],
    ['spaces of all kinds', '  a\n\t b&nbsp; c ', 'a b c'],
    ['scripts, styles and buttons, which are left out', '<style>a</style>b<script>c</script><button>d</button>', 'b'],
    [
      'signs that mean something in markdown, which stay',
      '<p>C# and _x_ and 1. and C++</p>',
      'C# and _x_ and 1. and C++',
    ],
    ['tables', '<table><tr><td>a</td><td>b</td></tr></table>', 'a\n\nb'],
    ['text without tags', 'just text', 'just text'],
  ])('markdown is written for %s', (_, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  test('the markdown has exactly the words of the page', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const tag = fc.constantFrom('p', 'div', 'b', 'i', 'li', 'ul', 'ol', 'h2', 'td', 'span');
    const piece = fc.oneof(
      word,
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.constant('<br>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const words = pieces.filter((one) => !one.startsWith('<'));
        const found = htmlToMarkdown(pieces.join(' ')).match(/[a-z]+/g) ?? [];
        expect(found).toEqual(words);
      }),
    );
  });
});

describe('the metadata of a page', () => {
  test('the metadata of a page includes its title, meta tags, address and JSON-LD', () => {
    const head = readHead(
      '<title>T &amp; U</title><meta name="Description" content="d"><meta property="og:title" content="first"><meta property="og:title" content="second"><link rel="canonical" href="https://x.example/"><h1> <b>H</b> </h1><script type="Application/LD+JSON; charset=utf-8">{"a":1}</script><script>{"b":1}</script>',
    );
    expect(head).toMatchObject({ title: 'T & U', heading: 'H', canonical: 'https://x.example/', jsonLd: ['{"a":1}'] });
    expect([...head.meta]).toEqual([
      ['description', 'd'],
      ['og:title', 'first'],
    ]);
  });
});

/** Enough to notice what takes more than one pass. */
const MANY = process.env.TEST_FULL === '1' ? 100_000 : 10_000;

describe('hostile pages', () => {
  const pieces = [
    '<',
    '<a ',
    '<a x="',
    '<a x=\'>"',
    '<!--',
    '<div>',
    '<b>',
    '<b>x</b>',
    '<ul><li>',
    '<li>x',
    '<br><div>',
    '&',
    '&#x',
    '<script>',
    '</p>',
    '<a ="">',
    '<b> ',
    ' ',
    '<script></scrip',
    '<h1>',
    '<meta content=x name=y>',
    '<p class="a">x',
  ];

  test('an element may be called constructor', () => {
    expect(htmlToMarkdown('<constructor>a</constructor> <b>b</b>')).toBe('a **b**');
  });

  test.each(pieces)('an endless repetition of %j is read in one pass', (piece) => {
    const html = piece.repeat(MANY);
    expect(htmlToMarkdown(html).length).toBeLessThanOrEqual(400_000);
    expect(readHead(html).jsonLd).toEqual([]);
  });

  test.each(['<div>', '<p class="a">x', '<b><p>', '<table><tr><td>', '<a href="x">y', '<ul><li>'])(
    'the main text of an endless repetition of %j is found or abandoned',
    (piece) => {
      expect(() => readArticle(piece.repeat(MANY))).not.toThrow();
    },
  );

  test('the main text is found at the deepest allowed nesting', () => {
    const html = `${'<div><section>'.repeat(500)}<p>${'A long sentence, with a comma. '.repeat(40)}</p>`;
    expect(readArticle(html)).toContain('A long sentence, with a comma.');
  });
});
