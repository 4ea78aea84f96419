import type { DiffLine } from './diff-texts.ts';

/** How much two texts differ: in words, and in lines that have only moved. */
export type Changes = { added: number; removed: number; moved: number };

const WORD = /\p{Script=Han}|[\p{L}\p{N}+#]+/gu;

export function countChanges(lines: readonly DiffLine[]): Changes {
  const changes = { added: 0, removed: 0, moved: 0 };
  for (const { kind, moved, pieces } of lines) {
    // Every line that has moved is there twice.
    if (moved && kind === 'added') changes.moved += 1;
    for (const piece of pieces) {
      if (piece.kind !== 'same') changes[piece.kind] += piece.text.match(WORD)?.length ?? 0;
    }
  }
  return changes;
}
