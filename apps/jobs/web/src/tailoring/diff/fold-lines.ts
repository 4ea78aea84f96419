import type { DiffLine } from './diff-texts.ts';

/** Lines to be shown, or lines without a change that may as well be left out. */
export type DiffBlock = { folded: boolean; lines: DiffLine[] };

/** How many lines around a change are shown with it. */
const LINES_AROUND = 1;
/** Fewer lines than that are not worth leaving out. */
const MIN_FOLDED = 3;

/** Puts together what is far from every change. All lines are in the blocks, in their order. */
export function foldLines(lines: readonly DiffLine[]): DiffBlock[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let next = at - LINES_AROUND; next <= at + LINES_AROUND; next += 1) near.add(next);
  }
  const blocks: DiffBlock[] = [];
  for (const [at, line] of lines.entries()) {
    const folded = !near.has(at);
    const last = blocks.at(-1);
    if (last?.folded === folded) last.lines.push(line);
    else blocks.push({ folded, lines: [line] });
  }
  return blocks.map((block) => ({ ...block, folded: block.folded && block.lines.length >= MIN_FOLDED }));
}
