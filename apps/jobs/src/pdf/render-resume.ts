import Pdf from 'pdfkit';
import { isSection, settingOf } from './block-setting.ts';
import { FontBook } from './font-book.ts';
import { describeMissing } from './missing-scripts.ts';
import { PageWriter, type Setting } from './page-writer.ts';
import { MAX_MARKDOWN_LENGTH, readBlocks, type PdfBlock, type TextRun } from './read-blocks.ts';
import { roomAfter } from './room-after.ts';
import { templates, type Template, type TemplateName } from './templates.ts';

export type { TemplateName } from './templates.ts';

/** The sizes of paper. */
export type PageSize = 'A4' | 'Letter';

/** How a resume is to look. */
export interface RenderOptions {
  template: TemplateName;
  pageSize: PageSize;
  /** The language of the warnings. */
  language?: 'en' | 'zh' | undefined;
}

/** A finished PDF, and what it could not show. */
export interface RenderedResume {
  bytes: Uint8Array;
  warnings: string[];
}

/**
 * A markdown resume as PDF. Its text can be selected and searched; the same input gives the same bytes.
 *
 * @example
 * const { bytes } = await renderResume('# Ada\n\n## Skills\n\n- Go', { template: 'modern', pageSize: 'A4' });
 */
export async function renderResume(
  markdown: string,
  { template: name, pageSize, language = 'en' }: RenderOptions,
): Promise<RenderedResume> {
  const template = templates[name];
  const blocks = readBlocks(markdown);
  const title = toText(blocks.find((block) => block.type === 'heading')) || 'Resume';
  // A document must have a date, and the time of day would make every file different from the last.
  const document = new Pdf({
    size: pageSize === 'A4' ? 'A4' : 'LETTER',
    margin: 0,
    info: { Title: title, CreationDate: new Date(0) },
  });
  const finished = collect(document);
  const book = new FontBook(document, markdown);
  drawBlocks(blocks, { document, template, writer: new PageWriter(document, book, template) });
  document.end();
  return {
    bytes: await finished,
    warnings: [...describeMissing(book.missing, language), ...describeLength(markdown, language)],
  };
}

function describeLength(markdown: string, language: 'en' | 'zh'): string[] {
  if (markdown.length <= MAX_MARKDOWN_LENGTH) return [];
  return language === 'zh'
    ? [`简历过长，PDF 只包含前 ${MAX_MARKDOWN_LENGTH} 个字符。`]
    : [`The resume is too long; the PDF ends after ${MAX_MARKDOWN_LENGTH} characters.`];
}

interface Page {
  document: PDFKit.PDFDocument;
  template: Template;
  writer: PageWriter;
}

function drawBlocks(blocks: readonly PdfBlock[], page: Page): void {
  const first = blocks.findIndex((block, at) => block.type === 'heading' && (block.level === 2 || at > 0));
  const named = blocks[0]?.type === 'heading' && blocks[0].level === 1;
  const end = named ? (first === -1 ? blocks.length : first) : 0;
  drawHeader(blocks.slice(0, end), page);
  for (const [at, block] of blocks.entries()) if (at >= end) drawBlock(block, page, { blocks, at });
}

/** Name and contact, on a band of colour or without. */
function drawHeader(blocks: readonly PdfBlock[], { document, template, writer }: Page): void {
  if (blocks.length === 0) return;
  const { colours, nameSize, bodySize, header } = template;
  const align = header === 'centre' ? 'centre' : 'left';
  const settings = blocks.map((block): Setting => {
    if (block.type === 'heading') return { size: nameSize, bold: true, colour: colours.name, align, leading: 1.25 };
    return { size: bodySize, colour: colours.contact, align, before: 3 };
  });
  const rows = blocks.map((block, at) => ({
    runs: toRuns(block),
    setting: settings[at] ?? { size: bodySize, colour: colours.contact },
  }));
  if (header === 'band') {
    const height = rows.reduce((sum, { runs, setting }) => sum + writer.heightOf(runs, setting), 0);
    const space = template.margin.top * 0.6;
    writer.y = space;
    // A header that fills the page has no band; it would hide where the page ends.
    const usable = document.page.height / 2;
    document.rect(0, 0, document.page.width, Math.min(usable, height + 2 * space)).fill(colours.accent);
    if (height + 2 * space > usable) for (const { setting } of rows) setting.colour = colours.text;
    for (const { runs, setting } of rows) writer.write(runs, setting);
    writer.y += space + 6;
    return;
  }
  for (const { runs, setting } of rows) writer.write(runs, setting);
  writer.y += 6;
}

function drawBlock(block: PdfBlock, page: Page, { blocks, at }: { blocks: readonly PdfBlock[]; at: number }): void {
  const { template, writer } = page;
  if (block.type === 'rule') return drawRule(page, template.colours.quiet);
  const setting = settingOf(block, blocks[at - 1], template);
  if (block.type !== 'heading') return writer.write(block.runs, setting);
  const kept = { ...setting, keep: roomAfter(blocks, at, page) };
  return isSection(block) ? drawSection(block.runs, kept, page) : writer.write(block.runs, kept);
}

/** The heading of a section, with its mark, or in a column of its own beside what follows. */
function drawSection(runs: TextRun[], setting: Setting, page: Page): void {
  const { document, template, writer } = page;
  const { colours, headingSize, headingColumn, margin, headingMark } = template;
  if (headingColumn !== undefined) return drawBeside(runs, setting, page);
  if (headingMark === 'bar') {
    writer.write(runs, { ...setting, indent: 10 });
    const height = headingSize * template.leading;
    document.rect(margin.side, writer.y - height + 3, 3.5, height - 6).fill(colours.accent);
    writer.y += 2;
    return;
  }
  writer.write(runs, setting);
  document
    .moveTo(margin.side, writer.y + 1)
    .lineTo(margin.side + writer.width, writer.y + 1)
    .lineWidth(0.7)
    .stroke(colours.heading);
  writer.y += 6;
}

/** A heading in the left column begins where the text beside it begins. If it is too long for one line it goes above. */
function drawBeside(runs: TextRun[], setting: Setting, { template, writer }: Page): void {
  const column = template.headingColumn ?? 0;
  const narrow = { ...setting, indent: 0 };
  const lineHeight = setting.size * template.leading;
  const fits = writer.heightOf(runs, { ...narrow, before: 0, indent: writer.width - column + 8 }) <= lineHeight * 1.01;
  writer.write(runs, narrow);
  writer.y += fits ? -lineHeight : 2;
}

function drawRule({ document, template, writer }: Page, colour: string): void {
  writer.y += 9;
  writer.makeRoom(4);
  const { side } = template.margin;
  document
    .moveTo(side, writer.y)
    .lineTo(side + writer.width, writer.y)
    .lineWidth(0.5)
    .stroke(colour);
  writer.y += 4;
}

function toRuns(block: PdfBlock): TextRun[] {
  return block.type === 'rule' ? [] : block.runs;
}

function toText(block: PdfBlock | undefined): string {
  return block === undefined
    ? ''
    : toRuns(block)
        .map((run) => run.text)
        .join('')
        .slice(0, 200);
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    document.on('error', reject);
  });
}
