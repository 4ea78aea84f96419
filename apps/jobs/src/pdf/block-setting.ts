import type { Setting } from './page-writer.ts';
import type { PdfBlock, TextRun } from './read-blocks.ts';
import type { Template } from './templates.ts';

export type TextBlock = Exclude<PdfBlock, { type: 'rule' }>;

/** How a block of text is set, which depends on what stands before it. */
export function settingOf(block: TextBlock, before: PdfBlock | undefined, template: Template): Setting {
  const { colours, bodySize, headingSize, headingColumn = 0, headingMark } = template;
  if (isSection(block)) {
    const space = before?.type === 'rule' ? 6 : headingMark === 'none' ? 16 : 14;
    return { size: headingSize, bold: true, colour: colours.heading, before: space };
  }
  if (block.type === 'heading') {
    const space = isSection(before) ? 0 : 8;
    return { size: bodySize + 0.5, bold: true, colour: colours.text, indent: headingColumn, before: space };
  }
  if (block.type === 'item') {
    const indent = headingColumn + 12 + block.depth * 12 + (block.marker.length > 1 ? 6 : 0);
    const setting = { size: bodySize, colour: colours.text, indent, before: 1.5 };
    if (block.marker === '') return setting;
    const offset = block.marker === '•' ? 10 : 14;
    return { ...setting, marker: { text: block.marker, colour: colours.accent, offset } };
  }
  return {
    size: bodySize,
    colour: isAside(block, before) ? colours.quiet : colours.text,
    indent: headingColumn,
    before: isSection(before) ? 0 : before?.type === 'heading' ? 2 : 4,
  };
}

/** Whether a block is the heading of a section. */
export function isSection(block: PdfBlock | undefined): boolean {
  return block?.type === 'heading' && block.level <= 2;
}

/** Whether a block belongs to the heading before it, and must not be left behind with it. */
export function isBelowHeading(block: TextBlock, before: PdfBlock | undefined): boolean {
  return block.type === 'heading' || (block.type === 'paragraph' && isAside(block, before));
}

const MAX_ASIDE_LENGTH = 80;

/** What is said in passing: in italics, or when and where a role was, right below it. */
function isAside(block: TextBlock, before: PdfBlock | undefined): boolean {
  if (block.runs.every((run) => run.italic || run.text.trim() === '')) return true;
  if (before?.type !== 'heading' || isSection(before)) return false;
  const text = textOf(block.runs);
  return text.length <= MAX_ASIDE_LENGTH && /(?:^|\D)(?:19|20)\d{2}(?:\D|$)/.test(text);
}

function textOf(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('');
}
