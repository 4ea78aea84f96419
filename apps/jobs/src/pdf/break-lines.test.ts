import Pdf from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { breakLines } from './break-lines.ts';
import { FontBook } from './font-book.ts';
import type { TextRun } from './read-blocks.ts';

/** The lines of a text in ten points, as they are read. */
function lines(text: string | TextRun[], width: number): string[] {
  const runs = typeof text === 'string' ? [{ text }] : text;
  const book = new FontBook(new Pdf(), runs.map((run) => run.text).join(''));
  const broken = breakLines(runs, { book, style: { size: 10 }, width });
  // A little more than the width is what rounding makes of it.
  for (const line of broken) expect(line.width).toBeLessThanOrEqual(width + 0.01);
  return broken.map((line) => line.segments.map((segment) => segment.text).join(''));
}

describe('breakLines', () => {
  test('breakLines breaks between words', () => {
    expect(lines('one two three four', 45)).toEqual(['one two', 'three', 'four']);
    expect(lines('one two three four', 500)).toEqual(['one two three four']);
  });

  test('no line starts or ends with a space', () => {
    expect(lines('  one   two  ', 500)).toEqual(['one two']);
    for (const line of lines('aa bb cc dd ee ff gg', 40)) expect(line).toBe(line.trim());
  });

  test('returns no lines for an empty text', () => {
    expect(lines('', 100)).toEqual([]);
    expect(lines('   ', 100)).toEqual([]);
  });

  test('breaks a word that is wider than the line', () => {
    const broken = lines('x'.repeat(50), 60);
    expect(broken.length).toBeGreaterThan(3);
    expect(broken.join('')).toBe('x'.repeat(50));
  });

  test('breaks an address after a symbol, if one is near', () => {
    expect(lines('https://example.org/one/two-three', 100)).toEqual(['https://example.org/', 'one/two-three']);
    expect(lines('https://example.org/onetwothree', 40)).toEqual(['https://', 'exampl', 'e.org/', 'onetwot', 'hree']);
    const url = `https://example.org/${'a-long/way?to=go&'.repeat(8)}`;
    const broken = lines(url, 120);
    expect(broken.join('')).toBe(url);
    for (const line of broken.slice(0, -1)) expect(line).toMatch(/[/\-._?&=]$/);
  });

  test('needs no hyphen where a line ends', () => {
    expect(lines('one@a.example | +49 30 | Berlin', 100)).toEqual(['one@a.example', '+49 30 | Berlin']);
    expect(lines('one · two · three', 50)).toEqual(['one · two', 'three']);
    expect(lines('a | b |', 500)).toEqual(['a | b |']);
    expect(lines('| a', 500)).toEqual(['| a']);
  });

  test('a line may end after any Chinese character', () => {
    expect(lines('中文简历中文简历', 40)).toEqual(['中文简历', '中文简历']);
  });

  test('starts no line with a stop or a closing bracket, and ends none with an opening one', () => {
    expect(lines('中文简历。中文', 40)).toEqual(['中文简', '历。中文']);
    expect(lines('中文简「历」文', 40)).toEqual(['中文简', '「历」文']);
  });

  test('keeps western words in Chinese text whole', () => {
    expect(lines('使用Kubernetes部署', 62)).toEqual(['使用', 'Kubernetes', '部署']);
  });

  test('mixes styles without a break between them', () => {
    expect(lines([{ text: 'one', bold: true }, { text: 'two, ' }, { text: 'three', italic: true }], 500)).toEqual([
      'onetwo, three',
    ]);
  });

  test('makes a segment for each font and each link', () => {
    const book = new FontBook(new Pdf(), '中');
    const runs = [{ text: 'a ' }, { text: 'b', link: 'https://b.example' }, { text: ' ж中' }];
    const [line] = breakLines(runs, { book, style: { size: 10 }, width: 500 });
    expect(line?.segments.map(({ text, font, link }) => [text, font, link])).toEqual([
      ['a ', 'noto-sans-latin-400-normal', undefined],
      ['b', 'noto-sans-latin-400-normal', 'https://b.example'],
      [' ', 'noto-sans-latin-400-normal', undefined],
      ['ж', 'noto-sans-cyrillic-400-normal', undefined],
      ['中', 'noto-sans-sc-chinese-simplified-400-normal', undefined],
    ]);
  });
});

describe('FontBook', () => {
  test.each([
    ['中文', '中', 'noto-sans-sc-chinese-simplified-400-normal'],
    ['日本語のテキスト', '本', 'noto-sans-jp-japanese-400-normal'],
    ['한국어 텍스트', '한', 'noto-sans-kr-korean-400-normal'],
  ])('writes Han characters in the style of the language: %s', (text, letter, font) => {
    expect(new FontBook(new Pdf(), text).fontOf(letter, 'normal')).toBe(font);
  });

  test('uses bold fonts for bold letters, and upright ones for italics where there are no others', () => {
    const book = new FontBook(new Pdf(), '中文');
    expect(book.fontOf('中', 'bold')).toBe('noto-sans-sc-chinese-simplified-700-normal');
    expect(book.fontOf('中', 'italic')).toBe('noto-sans-sc-chinese-simplified-400-normal');
    expect(book.fontOf('a', 'bold-italic')).toBe('noto-sans-latin-700-italic');
    expect([...book.missing]).toEqual([]);
  });

  test('remembers a letter that no font has', () => {
    const book = new FontBook(new Pdf(), 'س');
    expect(book.fontOf('س', 'normal')).toBe('noto-sans-latin-400-normal');
    expect([...book.missing]).toEqual(['س']);
  });
});
