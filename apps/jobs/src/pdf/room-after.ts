import { isBelowHeading, isSection, settingOf } from './block-setting.ts';
import type { PageWriter } from './page-writer.ts';
import type { PdfBlock } from './read-blocks.ts';
import type { Template } from './templates.ts';

const MAX_BLOCKS_AHEAD = 6;

/**
 * How much must fit below a heading on the same page: the headings and dates that follow it, and the beginning of the
 * text that they are about.
 */
export function roomAfter(
  blocks: readonly PdfBlock[],
  at: number,
  { template, writer }: { template: Template; writer: PageWriter },
): number {
  let room = 0;
  for (let next = at + 1; next <= at + MAX_BLOCKS_AHEAD; next += 1) {
    const block = blocks[next];
    if (block === undefined || block.type === 'rule' || isSection(block)) return room;
    const before = blocks[next - 1];
    const setting = settingOf(block, before, template);
    if (!isBelowHeading(block, before)) return room + writer.leastOf(block.runs, setting);
    room += writer.heightOf(block.runs, setting);
  }
  return room;
}
