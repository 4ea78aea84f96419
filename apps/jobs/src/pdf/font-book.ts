import { fontFiles, loadFont, type FontFile, type FontStyle, type HanFamily } from './font-files.ts';

/** The part of a font that pdfkit keeps and we look at: which letters it has, and how it puts them into a row. */
interface InnerFont {
  hasGlyphForCodePoint(code: number): boolean;
  glyphsForString(text: string): { advanceWidth: number }[];
  layout(text: string): unknown;
}

/** Knows which font has which letter, and opens a font when its first letter is asked for. */
export class FontBook {
  /** Letters that no font has. */
  readonly missing = new Set<string>();
  private readonly document: PDFKit.PDFDocument;
  private readonly families: readonly HanFamily[];
  private readonly chosen = new Map<string, string>();
  private readonly opened = new Map<string, InnerFont>();
  private readonly widths = new Map<string, number>();

  constructor(document: PDFKit.PDFDocument, text: string) {
    this.document = document;
    this.families = toFamilies(text);
  }

  /** The font for a letter. Letters that no font has are set in the first, which shows a box for them. */
  fontOf(letter: string, style: FontStyle): string {
    const key = `${style} ${letter}`;
    const known = this.chosen.get(key) ?? this.choose(letter, style);
    this.chosen.set(key, known);
    return known;
  }

  widthOf(text: string, font: string, size: number): number {
    const key = `${font} ${text}`;
    const known = this.widths.get(key) ?? this.document.font(font).fontSize(100).widthOfString(text);
    this.widths.set(key, known);
    return (known * size) / 100;
  }

  private choose(letter: string, style: FontStyle): string {
    const code = letter.codePointAt(0) ?? 0;
    const files = fontFiles(style, this.families);
    const [first] = files;
    const found = files.find((file) => mayHave(file, code) && this.open(file).hasGlyphForCodePoint(code));
    if (found !== undefined) return found.name;
    this.missing.add(letter);
    if (first !== undefined) this.open(first);
    return first?.name ?? '';
  }

  private open(file: FontFile): InnerFont {
    const known = this.opened.get(file.name);
    if (known !== undefined) return known;
    this.document.registerFont(file.name, loadFont(file)).font(file.name);
    const { font } = (this.document as unknown as { _font: { font: InnerFont } })._font;
    if (!file.shaped) font.layout = (text) => layLetters(font, text);
    this.opened.set(file.name, font);
    return font;
  }
}

/** Large fonts take a tenth of a second to open, so western letters are not looked for in them. */
function mayHave(file: FontFile, code: number): boolean {
  return file.shaped || code >= 0x2000;
}

/** Letters in a row, each as wide as it is. */
function layLetters(font: InnerFont, text: string): unknown {
  const glyphs = font.glyphsForString(text);
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
}

/** Kana make a text Japanese and hangul make it Korean; otherwise its Han characters are Chinese. */
function toFamilies(text: string): HanFamily[] {
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  if (hangul > kana) return ['kr', 'sc', 'jp'];
  return kana > 0 ? ['jp', 'sc', 'kr'] : ['sc', 'jp', 'kr'];
}
