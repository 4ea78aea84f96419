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
  const flush = (isLast: boolean) => {
    const shown = isLast ? trimEnd(line) : withoutSeparator(trimEnd(line));
    lines.push(toLine(shown, book, style.size));
    [line, used] = [[], 0];
  };
  for (const atom of toAtoms(toLetters(runs, book, style))) {
    const bare = measure(trimEnd(atom), book, style.size);
    if (used > 0 && used + bare > width) flush(false);
    // The end of a line separates as well as a stroke does.
    if (used === 0 && lines.length > 0 && isSeparator(atom)) continue;
    // A word that is wider than the line, such as an address, is broken where it must be.
    for (const part of bare > width ? chop(atom, { book, size: style.size, width }) : [atom]) {
      if (used > 0 && used + measure(trimEnd(part), book, style.size) > width) flush(false);
      if (line.length === 0 && part.every((letter) => letter.text === ' ')) continue;
      line.push(...part);
      used += measure(part, book, style.size);
    }
  }
  if (line.length > 0) flush(true);
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

/** Parts of a word that fit into a line each: addresses are broken after a sign if one is near, other words anywhere. */
function chop(
  atom: readonly Letter[],
  { book, size, width }: { book: FontBook; size: number; width: number },
): Letter[][] {
  const parts: Letter[][] = [];
  let part: Letter[] = [];
  let used = 0;
  for (const letter of atom) {
    const wide = book.widthOf(letter.text, letter.font, size);
    if (used + wide > width && part.length > 0) {
      const end = lastBreak(part, letter);
      parts.push(part.slice(0, end));
      part = part.slice(end);
      used = measure(part, book, size);
    }
    part.push(letter);
    used += wide;
  }
  return [...parts, part];
}

const BREAKS_AFTER = /[/\-._?&=#,;:@~+]/;
/** How many letters a line may be shorter for the sake of a good place to break. */
const MAX_LETTERS_SHORTER = 24;

function lastBreak(part: readonly Letter[], next: Letter): number {
  for (let end = part.length; end > Math.max(part.length / 2, part.length - MAX_LETTERS_SHORTER); end -= 1) {
    const after = part[end]?.text ?? next.text;
    // Neither between two signs, such as those of "//", nor before one.
    if (BREAKS_AFTER.test(part[end - 1]!.text) && !BREAKS_AFTER.test(after)) return end;
  }
  return part.length;
}

function isSeparator(atom: readonly Letter[]): boolean {
  const [sign, ...rest] = atom;
  return sign !== undefined && /^[|·•]$/.test(sign.text) && rest.every(({ text }) => text === ' ');
}

/** A line without the stroke at its end, if that stands alone. */
function withoutSeparator(line: readonly Letter[]): readonly Letter[] {
  const isAlone = line.length > 2 && line.at(-2)?.text === ' ' && isSeparator(line.slice(-1));
  return isAlone ? trimEnd(line.slice(0, -1)) : line;
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
    else segments.push({ text, font, width: 0, link });
  }
  return segments.map((segment) => ({ ...segment, width: book.widthOf(segment.text, segment.font, size) }));
}
