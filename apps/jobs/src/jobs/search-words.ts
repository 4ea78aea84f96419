import { fold } from '../database/fold.ts';

/** Characters that are words by themselves, because their writing has no spaces. */
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const MAX_WORDS = 16;
const PREFIX_FROM = 3;

/** A text as it goes into the index of words: every ideograph apart. */
export function toIndexed(text: string | null | undefined): string {
  return (text ?? '').replaceAll(IDEOGRAPHS, ' $& ');
}

export type SearchPlan = {
  /** The expression for the index; undefined when nothing of the search is in the index. */
  match: string | undefined;
  /** What must stand in the text exactly like this, because the index knows no signs. */
  literals: string[];
};

/**
 * What to ask the index for a search somebody typed. All words have to be found; from three letters on the beginning of
 * a word is enough. Quotes, `%`, `_` and the operators of the index mean nothing but themselves.
 *
 * @example planSearch('c++ 50%', 3); // { match: '(owner_id:"3") AND … "c++" … "50"', literals: ['50%'] }
 */
export function planSearch(search: string, ownerId: number): SearchPlan {
  const words = fold(search).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
  const phrases: string[] = [];
  const literals: string[] = [];
  for (const word of words) {
    const pieces = toIndexed(word).match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? [];
    if (pieces.length > 0) phrases.push(toPhrase(pieces));
    if (/[^\p{L}\p{M}\p{N}+#]/u.test(word)) literals.push(word);
  }
  if (phrases.length === 0) return { match: undefined, literals };
  const found = phrases.map((phrase) => `{title company location description} : ${phrase}`);
  return { match: [ownerTerm(ownerId), ...found].map((term) => `(${term})`).join(' AND '), literals };
}

/** The word that marks an owner's rows in the index. */
export function toOwnerWord(ownerId: number): string {
  return `owner${ownerId}`;
}

function ownerTerm(ownerId: number): string {
  return `owner_id : "${toOwnerWord(ownerId)}"`;
}

function toPhrase(pieces: readonly string[]): string {
  const last = pieces.at(-1)!;
  const isPrefix = [...last].length >= PREFIX_FROM && /^[\p{L}\p{M}]+$/u.test(last);
  return `"${pieces.join(' ')}"${isPrefix ? ' *' : ''}`;
}
