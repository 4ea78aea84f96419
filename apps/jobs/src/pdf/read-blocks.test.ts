import { describe, expect, test } from 'vitest';
import { readBlocks } from './read-blocks.ts';

describe('readBlocks', () => {
  test('keeps the level of headings', () => {
    expect(readBlocks('# Ada\n\n### Role')).toEqual([
      { type: 'heading', level: 1, runs: [{ text: 'Ada' }] },
      { type: 'heading', level: 3, runs: [{ text: 'Role' }] },
    ]);
  });

  test('makes bold, italic and linked text runs of their own', () => {
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

  test('keeps an explicit line break', () => {
    expect(readBlocks('one\ntwo')).toEqual([
      { type: 'paragraph', runs: [{ text: 'one' }] },
      { type: 'paragraph', runs: [{ text: 'two' }] },
    ]);
  });

  test('gives items their depth and their mark', () => {
    expect(readBlocks('- a\n  - b\n\n1. c\n2. d')).toEqual([
      { type: 'item', depth: 0, marker: '•', runs: [{ text: 'a' }] },
      { type: 'item', depth: 1, marker: '•', runs: [{ text: 'b' }] },
      { type: 'item', depth: 0, marker: '1.', runs: [{ text: 'c' }] },
      { type: 'item', depth: 0, marker: '2.', runs: [{ text: 'd' }] },
    ]);
  });

  test('gives a second paragraph of an item no mark', () => {
    expect(readBlocks('- a\n\n  b')).toEqual([
      { type: 'item', depth: 0, marker: '•', runs: [{ text: 'a' }] },
      { type: 'item', depth: 0, marker: '', runs: [{ text: 'b' }] },
    ]);
  });

  test('readBlocks reads rules', () => {
    expect(readBlocks('a\n\n---\n\nb').map((block) => block.type)).toEqual(['paragraph', 'rule', 'paragraph']);
  });

  test.each([
    ['an address', 'see https://a.example/b now', 'https://a.example/b'],
    ['an address in bold', '**https://a.example/b**', 'https://a.example/b'],
    ['no address', 'javascript://x and ftp://y', undefined],
    ['no link that is none of the web', '[x](javascript:alert(1))', undefined],
  ])('finds links in text: %s', (_, markdown, link) => {
    const [block] = readBlocks(markdown);
    const links = block !== undefined && 'runs' in block ? block.runs.flatMap((run) => run.link ?? []) : [];
    expect(links).toEqual(link === undefined ? [] : [link]);
  });

  test('composes letters with separate marks', () => {
    expect(readBlocks('Zoe\u0308')).toEqual([{ type: 'paragraph', runs: [{ text: 'Zoë' }] }]);
  });

  test.each([
    ['quotes in quotes', '> '.repeat(500)],
    ['lists in lists', '- '.repeat(500)],
    ['a paragraph without end', 'a_b*c '.repeat(5_000)],
    ['brackets without end', '['.repeat(5_000)],
  ])('reads %s as plain lines', (_, markdown) => {
    expect(readBlocks(markdown)).toEqual([{ type: 'paragraph', runs: [{ text: markdown.trim() }] }]);
  });
});
