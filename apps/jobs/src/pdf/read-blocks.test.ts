import { describe, expect, test } from 'vitest';
import { readBlocks } from './read-blocks.ts';

describe('blocks of a resume', () => {
  test('headings keep their level', () => {
    expect(readBlocks('# Ada\n\n### Role')).toEqual([
      { type: 'heading', level: 1, runs: [{ text: 'Ada' }] },
      { type: 'heading', level: 3, runs: [{ text: 'Role' }] },
    ]);
  });

  test('bold, italic and linked text are runs of their own', () => {
    expect(readBlocks('a **b *c*** [d](https://d.example)')).toEqual([
      {
        type: 'paragraph',
        runs: [
          { text: 'a ' },
          { text: 'b ', bold: true },
          { text: 'c', bold: true, italic: true },
          { text: ' ' },
          { text: 'd', link: 'https://d.example' },
        ],
      },
    ]);
  });

  test('a line break that somebody wrote is kept', () => {
    expect(readBlocks('one\ntwo')).toEqual([
      { type: 'paragraph', runs: [{ text: 'one' }] },
      { type: 'paragraph', runs: [{ text: 'two' }] },
    ]);
  });

  test('items know how deep they are and what marks them', () => {
    expect(readBlocks('- a\n  - b\n\n1. c\n2. d')).toEqual([
      { type: 'item', depth: 0, marker: '•', runs: [{ text: 'a' }] },
      { type: 'item', depth: 1, marker: '•', runs: [{ text: 'b' }] },
      { type: 'item', depth: 0, marker: '1.', runs: [{ text: 'c' }] },
      { type: 'item', depth: 0, marker: '2.', runs: [{ text: 'd' }] },
    ]);
  });

  test('a second paragraph of an item has no mark', () => {
    expect(readBlocks('- a\n\n  b')).toEqual([
      { type: 'item', depth: 0, marker: '•', runs: [{ text: 'a' }] },
      { type: 'item', depth: 0, marker: '', runs: [{ text: 'b' }] },
    ]);
  });

  test('rules are rules', () => {
    expect(readBlocks('a\n\n---\n\nb').map((block) => block.type)).toEqual(['paragraph', 'rule', 'paragraph']);
  });

  test.each([
    ['an address', 'see https://a.example/b now', 'https://a.example/b'],
    ['an address in bold', '**https://a.example/b**', 'https://a.example/b'],
    ['no address', 'javascript://x and ftp://y', undefined],
    ['no link that is none of the web', '[x](javascript:alert(1))', undefined],
  ])('text has links: %s', (_, markdown, link) => {
    const [block] = readBlocks(markdown);
    const links = block !== undefined && 'runs' in block ? block.runs.flatMap((run) => run.link ?? []) : [];
    expect(links).toEqual(link === undefined ? [] : [link]);
  });

  test('letters with marks beside them become one', () => {
    expect(readBlocks('Zoe\u0308')).toEqual([{ type: 'paragraph', runs: [{ text: 'Zoë' }] }]);
  });

  test.each([
    ['quotes in quotes', '> '.repeat(500)],
    ['lists in lists', '- '.repeat(500)],
    ['a paragraph without end', 'a_b*c '.repeat(5_000)],
    ['brackets without end', '['.repeat(5_000)],
  ])('%s are taken as plain lines', (_, markdown) => {
    expect(readBlocks(markdown)).toEqual([{ type: 'paragraph', runs: [{ text: markdown.trim() }] }]);
  });
});
