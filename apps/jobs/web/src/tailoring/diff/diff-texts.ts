import { diffArrays } from 'diff';
import { diffWordsOf, type Piece } from './diff-words-of.ts';
import { matchMoved } from './match-moved.ts';
import { pairLines } from './pair-lines.ts';

/** A line of one of two texts, or of both. */
export type DiffLine = {
  /** `changed`: both texts have it in the same place, with other words. */
  kind: 'same' | 'changed' | 'added' | 'removed';
  /** Whether a line was removed in one place and added in another, perhaps with other words. */
  moved: boolean;
  /** Words; of a line that has moved, those are the same that it has in both places. */
  pieces: Piece[];
};

/** More changes than that, and everything is new. */
const MAX_CHANGES = 1000;

/**
 * Compares two texts. Lines come first, so that a line which has moved is not taken for a heap of changed words; lines
 * that became others are then compared word by word.
 *
 * @example
 * diffTexts('Led a team', 'Led a small team');
 * // [{ kind: 'changed', moved: false, pieces: ['Led a ', + 'small ', 'team'] }]
 */
export function diffTexts(before: string, after: string): DiffLine[] {
  const [old, now] = [toLines(before), toLines(after)];
  const hunks = diffArrays(old, now, { maxEditLength: MAX_CHANGES }) ?? [
    { added: false, removed: true, value: old },
    { added: true, removed: false, value: now },
  ];
  const removed = hunks.flatMap((hunk) => (hunk.removed ? hunk.value : []));
  const added = hunks.flatMap((hunk) => (hunk.added ? hunk.value : []));
  const [movedAway, movedHere] = [new Tally(added), new Tally(removed)];
  const lines: DiffLine[] = [];
  let gone: string[] = [];
  const flush = (come: readonly string[]): void => {
    lines.push(...replace(toFates(gone, movedAway), toFates(come, movedHere)));
    gone = [];
  };
  for (const hunk of hunks) {
    if (hunk.removed) gone = hunk.value;
    else if (hunk.added) flush(hunk.value);
    else {
      flush([]);
      lines.push(...hunk.value.map((text) => toLine('same', { text, moved: false })));
    }
  }
  flush([]);
  return connectMoved(lines);
}

/** Marks lines that are elsewhere in the other text with other words, and only those words in them. */
function connectMoved(lines: readonly DiffLine[]): DiffLine[] {
  const placesOf = (kind: DiffLine['kind']) =>
    [...lines.keys()].filter((at) => lines[at]!.kind === kind && !lines[at]!.moved);
  const textAt = (at: number): string => lines[at]!.pieces.map(({ text }) => text).join('');
  const [gone, come] = [placesOf('removed'), placesOf('added')];
  const connected = [...lines];
  for (const [from, to] of matchMoved(gone.map(textAt), come.map(textAt))) {
    const [away, here] = [gone[from]!, come[to]!];
    const pieces = diffWordsOf(textAt(away), textAt(here));
    connected[away] = { kind: 'removed', moved: true, pieces: pieces.filter(({ kind }) => kind !== 'added') };
    connected[here] = { kind: 'added', moved: true, pieces: pieces.filter(({ kind }) => kind !== 'removed') };
  }
  return connected;
}

/** A line, and whether it is somewhere else in the other text. */
type Fate = { text: string; moved: boolean };

function toFates(lines: readonly string[], elsewhere: Tally): Fate[] {
  return lines.map((text) => ({ text, moved: text.trim() !== '' && elsewhere.take(text) }));
}

/** Lines that stand in the place of others. */
function replace(gone: readonly Fate[], come: readonly Fate[]): DiffLine[] {
  // A line that has moved has not become another one, and an empty text is like no other.
  const textOf = ({ text, moved }: Fate): string => (moved ? '' : text);
  const pairs = pairLines(gone.map(textOf), come.map(textOf));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (const [nextGone, nextCome] of [...pairs, [gone.length, come.length] as const]) {
    lines.push(...gone.slice(i, nextGone).map((fate) => toLine('removed', fate)));
    lines.push(...come.slice(j, nextCome).map((fate) => toLine('added', fate)));
    const [from, to] = [gone[nextGone], come[nextCome]];
    if (from !== undefined && to !== undefined) {
      lines.push({ kind: 'changed', moved: false, pieces: diffWordsOf(from.text, to.text) });
    }
    [i, j] = [nextGone + 1, nextCome + 1];
  }
  return lines;
}

function toLine(kind: 'same' | 'added' | 'removed', { text, moved }: Fate): DiffLine {
  return { kind, moved, pieces: [{ kind: moved ? 'same' : kind, text }] };
}

function toLines(text: string): string[] {
  return text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
}

/** Lines that can be taken away as often as they are there. */
class Tally {
  readonly #left = new Map<string, number>();

  constructor(lines: readonly string[]) {
    for (const line of lines) this.#left.set(line, (this.#left.get(line) ?? 0) + 1);
  }

  take(line: string): boolean {
    const left = this.#left.get(line) ?? 0;
    this.#left.set(line, left - 1);
    return left > 0;
  }
}
