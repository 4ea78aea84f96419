/**
 * A text as plain words between single spaces, in lower case, so that phrases can be found as whole words.
 *
 * @example
 * toPlainWords("Why CAN'T I log-in?"); // " why can't i log in "
 */
export function toPlainWords(text: string): string {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/**
 * How often a phrase occurs in a text made by `toPlainWords`.
 *
 * @example
 * countPhrase(toPlainWords('Log in, then log in again'), 'log in'); // 2
 */
export function countPhrase(plain: string, phrase: string): number {
  // The space between two neighbours belongs to both, so each is looked for with one space kept.
  let count = 0;
  for (let at = plain.indexOf(` ${phrase} `); at !== -1; at = plain.indexOf(` ${phrase} `, at + phrase.length + 1)) {
    count += 1;
  }
  return count;
}

/** The same text without a phrase, so that a shorter one inside of it is not found as well. */
export function withoutPhrase(plain: string, phrase: string): string {
  return plain.replaceAll(` ${phrase} `, ' · ');
}
