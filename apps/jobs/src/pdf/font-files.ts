import { readFileSync } from 'node:fs';
import { woffToSfnt } from './woff-to-sfnt.ts';

/** How a piece of text is set. */
export type FontStyle = 'normal' | 'bold' | 'italic' | 'bold-italic';

/** The families that write Han characters, each in the manner of its country. */
export type HanFamily = 'sc' | 'jp' | 'kr';

/** One file of a family. A family is cut into several, each with the letters of one script. */
export interface FontFile {
  name: string;
  /** Han, kana and hangul are set letter by letter; shaping them would take seconds and change nothing. */
  shaped: boolean;
}

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'greek-ext', 'cyrillic-ext'];
const HAN: Readonly<Record<HanFamily, string>> = { sc: 'chinese-simplified', jp: 'japanese', kr: 'korean' };

/** The files to look for a letter in, in this order. */
export function fontFiles(style: FontStyle, families: readonly HanFamily[]): FontFile[] {
  const weight = style.startsWith('bold') ? 700 : 400;
  const slant = style.endsWith('italic') ? 'italic' : 'normal';
  const western = SUBSETS.map((subset) => ({ name: `noto-sans-${subset}-${weight}-${slant}`, shaped: true }));
  // Their families have no italic.
  const eastern = families.map((family) => ({
    name: `noto-sans-${family}-${HAN[family]}-${weight}-normal`,
    shaped: false,
  }));
  return [...western, ...eastern];
}

const loaded = new Map<string, Buffer>();

/** The bytes of a font. They are read once; fonts do not change while a process runs. */
export function loadFont({ name }: FontFile): Buffer {
  const known = loaded.get(name) ?? woffToSfnt(readFileSync(new URL(`../../fonts/${name}.woff`, import.meta.url)));
  loaded.set(name, known);
  return known;
}
