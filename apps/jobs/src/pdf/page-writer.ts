import { breakLines, type Line, type TextStyle } from './break-lines.ts';
import type { FontBook } from './font-book.ts';
import type { TextRun } from './read-blocks.ts';
import type { Template } from './templates.ts';

/** Where and how a block of text is set. */
export interface Setting extends TextStyle {
  colour: string;
  /** From the left margin. */
  indent?: number;
  align?: 'left' | 'centre';
  /** Space before it. */
  before?: number;
  /** Height that must be free below it, so that a heading is not alone at the end of a page. Such text is not divided. */
  keep?: number;
  /** The height of a line, as a multiple of its size, where it is not that of the template. */
  leading?: number;
  /** Text that stands left of the first line, such as the mark of an item. */
  marker?: { text: string; colour: string; offset: number };
}

/** Sets blocks one below the other and goes to the next page when one is full. */
export class PageWriter {
  y: number;
  private readonly document: PDFKit.PDFDocument;
  private readonly book: FontBook;
  private readonly template: Template;

  constructor(document: PDFKit.PDFDocument, book: FontBook, template: Template) {
    this.document = document;
    this.book = book;
    this.template = template;
    this.y = template.margin.top;
  }

  /** The width between the margins. */
  get width(): number {
    return this.document.page.width - 2 * this.template.margin.side;
  }

  /** How high a text will be. */
  heightOf(runs: readonly TextRun[], setting: Setting): number {
    return (setting.before ?? 0) + this.break(runs, setting).length * this.lineHeight(setting);
  }

  /** The least of a text that may stand at the end of a page. */
  leastOf(runs: readonly TextRun[], setting: Setting): number {
    const { length } = this.break(runs, setting);
    return (setting.before ?? 0) + linesTogether(0, length) * this.lineHeight(setting);
  }

  write(runs: readonly TextRun[], setting: Setting): void {
    const lines = this.break(runs, setting);
    const height = this.lineHeight(setting);
    const { keep } = setting;
    if (!this.atTop()) this.y += setting.before ?? 0;
    for (const [at, line] of lines.entries()) {
      const together = keep === undefined ? linesTogether(at, lines.length) : lines.length - at;
      this.makeRoom(together * height + (keep ?? 0));
      if (at === 0 && setting.marker !== undefined) this.drawMarker(setting, height);
      this.drawLine(line, setting, height);
      this.y += height;
    }
  }

  /** Goes to the next page if so much does not fit below. */
  makeRoom(height: number): void {
    if (this.y + height <= this.document.page.height - this.template.margin.bottom || this.atTop()) return;
    this.document.addPage();
    this.y = this.template.margin.top;
  }

  private atTop(): boolean {
    return this.y <= this.template.margin.top;
  }

  private lineHeight({ size, leading = this.template.leading }: Setting): number {
    return size * leading;
  }

  private break(runs: readonly TextRun[], setting: Setting): Line[] {
    return breakLines(runs, { book: this.book, style: setting, width: this.width - (setting.indent ?? 0) });
  }

  private drawMarker(setting: Setting, height: number): void {
    const { text, colour, offset } = setting.marker ?? { text: '', colour: '', offset: 0 };
    const [line] = breakLines([{ text }], { book: this.book, style: setting, width: this.width });
    if (line !== undefined)
      this.drawLine(line, { ...setting, colour, indent: (setting.indent ?? 0) - offset, align: 'left' }, height);
  }

  private drawLine(line: Line, { size, colour, indent = 0, align = 'left' }: Setting, height: number): void {
    const { side } = this.template.margin;
    let x = align === 'centre' ? side + (this.width - line.width) / 2 : side + indent;
    // The baseline is the same for all fonts of a line, however high their letters are.
    const baseline = this.y + (height - size) / 2 + size * 0.88;
    for (const { text, font, width, link } of line.segments) {
      this.document
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (link !== undefined) this.document.link(x, baseline - size, width, size * 1.25, link);
      x += width;
    }
  }
}

/**
 * How many lines, from one on, must stand on the same page: short texts are not divided, and of longer ones at least two
 * lines stand at the end of a page and two at the beginning of the next.
 */
function linesTogether(at: number, lines: number): number {
  if (lines <= 3) return lines - at;
  return at === 0 || at === lines - 2 ? 2 : 1;
}
