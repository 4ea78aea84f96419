import type { FontBook } from './font-book.ts';
import type { FontStyle } from './font-files.ts';
import type { TextRun } from './read-blocks.ts';

/** A stretch of a line in one font. */
export interface Segment {
  text: string;
  font: string;
  width: number;
  link?: string;
}

/** A line that fits, and how wide it is. */
export interface Line {
  segments: Segment[];
  width: number;
}

/** How text is set: size in points, and a style for everything that is not marked otherwise. */
export interface TextStyle {
  size: number;
  bold?: boolean;
  italic?: boolean;
}

interface Letter {
  text: string;
  font: string;
  link: string | undefined;
}

const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}　-〿！-｠]/u;
/** What must not begin a line, and what must not end one. */
const NO_START = /[、。，．！？：；）」』】〉》〕…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)\]}%]/u;
const NO_END = /[（「『【〈《〔([{$]/u;

/** Breaks text into lines: between words, and between characters of scripts that have no spaces. */
export function breakLines(
  runs: readonly TextRun[],
  { book, style, width }: { book: FontBook; style: TextStyle; width: number },
): Line[] {
  const lines: Line[] = [];
  let line: Letter[] = [];
  let used = 0;
  const flush = () => {
    lines.push(toLine(trimEnd(line), book, style.size));
    [line, used] = [[], 0];
  };
  for (const atom of toAtoms(toLetters(runs, book, style))) {
    const bare = measure(trimEnd(atom), book, style.size);
    if (used > 0 && used + bare > width) flush();
    // A word that is wider than the line, such as an address, is broken wherever it must be.
    for (const part of bare > width ? chop(atom, { book, size: style.size, width }) : [atom]) {
      if (used > 0 && used + measure(trimEnd(part), book, style.size) > width) flush();
      if (line.length === 0 && part.every((letter) => letter.text === ' ')) continue;
      line.push(...part);
      used += measure(part, book, style.size);
    }
  }
  if (line.length > 0) flush();
  return lines;
}

function toLetters(runs: readonly TextRun[], book: FontBook, style: TextStyle): Letter[] {
  const letters: Letter[] = [];
  for (const run of runs) {
    const font = toFontStyle(Boolean(run.bold ?? style.bold), Boolean(run.italic ?? style.italic));
    for (const text of run.text.replaceAll(/[\s\u00A0]+/g, ' ').replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, '')) {
      if (text === ' ' && letters.at(-1)?.text === ' ') continue;
      letters.push({ text, font: book.fontOf(text, font), link: run.link });
    }
  }
  return letters;
}

function toFontStyle(bold: boolean, italic: boolean): FontStyle {
  if (bold) return italic ? 'bold-italic' : 'bold';
  return italic ? 'italic' : 'normal';
}

/** Letters that stay together: a word with the space behind it, or one character. */
function toAtoms(letters: readonly Letter[]): Letter[][] {
  const atoms: Letter[][] = [];
  for (const [at, letter] of letters.entries()) {
    const before = letters[at - 1];
    if (before === undefined || mayBreak(before.text, letter.text)) atoms.push([letter]);
    else atoms.at(-1)?.push(letter);
  }
  return atoms;
}

function mayBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (before === ' ') return true;
  if (NO_START.test(after) || NO_END.test(before)) return false;
  return EASTERN.test(before) || EASTERN.test(after);
}

function chop(
  atom: readonly Letter[],
  { book, size, width }: { book: FontBook; size: number; width: number },
): Letter[][] {
  const parts: Letter[][] = [[]];
  let used = 0;
  for (const letter of atom) {
    const wide = book.widthOf(letter.text, letter.font, size);
    if (used + wide > width && (parts.at(-1)?.length ?? 0) > 0) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)?.push(letter);
    used += wide;
  }
  return parts;
}

function trimEnd(letters: readonly Letter[]): readonly Letter[] {
  return letters.at(-1)?.text === ' ' ? letters.slice(0, -1) : letters;
}

function measure(letters: readonly Letter[], book: FontBook, size: number): number {
  return toSegments(letters, book, size).reduce((sum, segment) => sum + segment.width, 0);
}

function toLine(letters: readonly Letter[], book: FontBook, size: number): Line {
  const segments = toSegments(letters, book, size);
  return { segments, width: segments.reduce((sum, segment) => sum + segment.width, 0) };
}

function toSegments(letters: readonly Letter[], book: FontBook, size: number): Segment[] {
  const segments: Segment[] = [];
  for (const { text, font, link } of letters) {
    const last = segments.at(-1);
    if (last !== undefined && last.font === font && last.link === link) last.text += text;
    else segments.push({ text, font, width: 0, ...(link !== undefined && { link }) });
  }
  return segments.map((segment) => ({ ...segment, width: book.widthOf(segment.text, segment.font, size) }));
}
