/**
 * The sentences of a text, with their ends.
 *
 * @example
 * toSentences('One. Two? Three'); // ['One.', 'Two?', 'Three']
 */
export function toSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

/** Words that are in every text. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'about also and are been but can could does for from had has have how into its may more most not one only other our out over she should some such than that the their them then there these they this those through under was were what when where which while who will with would you your'.split(
    ' ',
  ),
);

/** The words of a text that say something, in lower case. */
export function toTellingWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 2 && !EMPTY_WORDS.has(word));
}
