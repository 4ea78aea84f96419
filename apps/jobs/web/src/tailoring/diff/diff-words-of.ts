import { diffWords } from 'diff';

/** Words of a line, and whether one text, the other or both have them. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** More changes than that in one line, and it is another line. */
const MAX_CHANGES = 400;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * What has to go from a line and what has to come, word by word. Spaces alone are no difference.
 *
 * @example
 * diffWordsOf('Built the API', 'Built the public API');
 * // [{ kind: 'same', text: 'Built the ' }, { kind: 'added', text: 'public ' }, { kind: 'same', text: 'API' }]
 */
export function diffWordsOf(before: string, after: string): Piece[] {
  const unspaced = UNSPACED.test(before) || UNSPACED.test(after);
  const intlSegmenter = unspaced ? new Intl.Segmenter('zh', { granularity: 'word' }) : undefined;
  const changes = diffWords(before, after, { maxEditLength: MAX_CHANGES, intlSegmenter });
  if (changes === undefined) return [toPiece('removed', before), toPiece('added', after)];
  return changes.map(({ value, added, removed }) => toPiece(added ? 'added' : removed ? 'removed' : 'same', value));
}

function toPiece(kind: Piece['kind'], text: string): Piece {
  return { kind, text };
}
