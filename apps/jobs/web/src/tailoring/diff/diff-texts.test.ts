import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countChanges } from './count-changes.ts';
import { diffTexts, type DiffLine } from './diff-texts.ts';
import { diffWordsOf, type Piece } from './diff-words-of.ts';
import { foldLines } from './fold-lines.ts';
import { matchMoved } from './match-moved.ts';
import { pairLines } from './pair-lines.ts';

/** Lines as a reader would write them down: a sign for each, and words in brackets. */
function draw(lines: readonly DiffLine[]): string[] {
  const signs = { same: ' ', changed: '~', added: '+', removed: '-' };
  const words = {
    same: (text: string) => text,
    added: (text: string) => `{+${text}}`,
    removed: (t: string) => `{-${t}}`,
  };
  return lines.map(({ kind, moved, pieces }) => {
    const text = pieces
      .map((piece) => (kind === 'changed' || moved ? words[piece.kind](piece.text) : piece.text))
      .join('');
    return `${signs[kind]}${moved ? '>' : ''} ${text}`;
  });
}

describe('diffTexts', () => {
  test('diffTexts ignores line endings', () => {
    expect(draw(diffTexts('a\nb', 'a\r\nb\n'))).toEqual(['  a', '  b']);
  });

  test('compares changed lines word by word', () => {
    const before = '# Robin\n\n- Built the API in Go\n- Ran services';
    const after = '# Robin\n\n- Built the public API in TypeScript\n- Ran services';
    expect(draw(diffTexts(before, after))).toEqual([
      '  # Robin',
      '  ',
      '~ - Built the {+public }API in {-Go}{+TypeScript}',
      '  - Ran services',
    ]);
  });

  test('shows unique lines as added or removed', () => {
    expect(draw(diffTexts('one\ntwo', 'one\nsomething else\ntwo'))).toEqual(['  one', '+ something else', '  two']);
    expect(draw(diffTexts('one\nsomething else\ntwo', 'one\ntwo'))).toEqual(['  one', '- something else', '  two']);
    expect(draw(diffTexts('cats sleep', 'dogs bark'))).toEqual(['- cats sleep', '+ dogs bark']);
  });

  test('shows lines that have only moved, even beside similar lines', () => {
    const before = '- Built the checkout in React\n- Ran services on AWS\n- Mentored juniors';
    const after = '- Mentored juniors\n- Built the checkout in React\n- Ran services on AWS';
    const lines = diffTexts(before, after);
    expect(draw(lines)).toEqual([
      '+> - Mentored juniors',
      '  - Built the checkout in React',
      '  - Ran services on AWS',
      '-> - Mentored juniors',
    ]);
    expect(countChanges(lines)).toEqual({ added: 0, removed: 0, moved: 1 });
  });

  test('shows changed words in lines that have moved', () => {
    const before = '- Built the public API in TypeScript\n- Ran services on AWS';
    const after = '- Ran services on AWS\n- Built the public GraphQL API in TypeScript';
    const lines = diffTexts(before, after);
    expect(draw(lines)).toEqual([
      '-> - Built the public API in TypeScript',
      '  - Ran services on AWS',
      '+> - Built the public {+GraphQL }API in TypeScript',
    ]);
    expect(countChanges(lines)).toEqual({ added: 1, removed: 0, moved: 1 });
  });

  test('shows a repeated line as moved only once', () => {
    const lines = diffTexts('same words here\nx', 'x\nsame words here\ny\nsame words here');
    expect(lines.filter(({ moved }) => moved)).toHaveLength(2);
    expect(lines.filter(({ kind, moved }) => kind === 'added' && !moved)).toHaveLength(2);
  });

  test('diffTexts accepts empty texts', () => {
    expect(draw(diffTexts('', ''))).toEqual(['  ']);
    expect(countChanges(diffTexts('', 'two words'))).toEqual({ added: 2, removed: 0, moved: 0 });
  });

  test('accepts long texts with nothing in common', () => {
    const text = (word: string) => Array.from({ length: 800 }, (_, index) => `${word}${index}`).join('\n');
    const lines = diffTexts(text('a'), text('b'));
    expect(countChanges(lines)).toEqual({ added: 800, removed: 800, moved: 0 });
  });

  test('contains both texts, whatever they are', () => {
    const line = fc.array(fc.constantFrom('Built', 'the', 'API', 'in', 'Go', '##', '-', '后端', 'C++'), {
      maxLength: 6,
    });
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.map((words) => words.join(' ')).join('\n'));
    // Spaces are no difference between words.
    const plain = (value: string) => value.replaceAll(/\s+/g, '');
    const side = (lines: readonly DiffLine[], left: Piece['kind']) =>
      lines
        .filter(({ kind }) => kind !== left)
        .flatMap(({ pieces }) => pieces.filter(({ kind }) => kind !== left).map((piece) => piece.text))
        .join('');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffTexts(before, after);
        expect(plain(side(lines, 'added'))).toBe(plain(before));
        expect(plain(side(lines, 'removed'))).toBe(plain(after));
        const moved = lines.filter((each) => each.moved);
        const commonIn = (kind: DiffLine['kind']) =>
          moved.filter((each) => each.kind === kind).map((each) => plain(commonOf(each)));
        expect(commonIn('added').toSorted()).toEqual(commonIn('removed').toSorted());
        expect(foldLines(lines).flatMap((block) => block.lines)).toEqual(lines);
      }),
    );
  });
});

const commonOf = ({ pieces }: DiffLine): string =>
  pieces
    .filter(({ kind }) => kind === 'same')
    .map(({ text }) => text)
    .join('');

describe('words of a diff', () => {
  test('words are found in Chinese, where nothing stands between them', () => {
    const pieces = diffWordsOf('负责后端开发', '负责前端开发');
    expect(pieces.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toEqual(['后端']);
    expect(pieces.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual(['前端']);
  });

  test('words are not compared in lines that are altogether different', () => {
    const line = (word: string) => Array.from({ length: 500 }, (_, index) => `${word}${index}`).join(' ');
    expect(diffWordsOf(line('a'), line('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});

describe('pairs and folds', () => {
  test.each<[string, string[], string[], [number, number][]]>([
    ['that share words are a pair', ['Led a team'], ['Led a big team'], [[0, 0]]],
    ['that share too little are not a pair', ['Led a team'], ['Wrote the docs'], []],
    ['without words are not a pair', ['---'], ['***'], []],
    ['in pairs do not cross', ['a b c', 'd e f'], ['d e f', 'a b c'], [[0, 1]]],
    ['are paired with the one that fits best', ['a b c d'], ['a b x y', 'a b c x'], [[0, 1]]],
    ['in Chinese are compared by characters', ['负责后端开发'], ['负责前端开发工作'], [[0, 0]]],
  ])('lines %s', (_, before, after, pairs) => {
    expect(pairLines(before, after)).toEqual(pairs);
  });

  test('lines are not compared when there are too many', () => {
    const many = Array.from({ length: 300 }, (_, index) => `the same line ${index}`);
    expect(pairLines(many, many)).toEqual([]);
  });

  test.each<[string, string[], string[], [number, number][]]>([
    ['that share most words', ['Led a team of 5', 'Sailed'], ['Cooked', 'Led a team of 6'], [[0, 1]]],
    ['that fit best first, and each once', ['a b c d', 'a b c'], ['a b c'], [[1, 0]]],
    ['that share too little not at all', ['a b c d'], ['a x y z'], []],
    ['without words not at all', ['', '---'], ['', '***'], []],
  ])('moved lines are recognised: those %s', (_, gone, come, pairs) => {
    expect(matchMoved(gone, come)).toEqual(pairs);
  });

  test('moved lines are not searched when there are too many', () => {
    const many = Array.from({ length: 300 }, (_, index) => `the same line ${index}`);
    expect(matchMoved(many, many)).toEqual([]);
  });

  test('lines far from every change are folded, unless there are only a few', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f'].join('\n');
    const shape = (after: string) =>
      foldLines(diffTexts(before, after)).map(({ folded, lines }) => [folded, lines.length]);
    expect(shape(`${before}\nnew`)).toEqual([
      [true, 5],
      [false, 2],
    ]);
    expect(shape(`b\nc\nd\ne\nf`)).toEqual([
      [false, 2],
      [true, 4],
    ]);
    expect(shape(`a\nb\nc\nnew\nd\ne\nf`)).toEqual([
      [false, 2],
      [false, 3],
      [false, 2],
    ]);
    expect(shape(before)).toEqual([[true, 6]]);
  });
});
