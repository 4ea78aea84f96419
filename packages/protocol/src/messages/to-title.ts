const MAX_TITLE_LENGTH = 60;

/**
 * A title for a conversation: the first words that were said.
 *
 * @example toTitle('  What is\n17 % of 2 400?') // 'What is 17 % of 2 400?'
 */
export function toTitle(text: string): string {
  const words = text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(words);
  if (characters.length <= MAX_TITLE_LENGTH) return words;
  const cut = characters.slice(0, MAX_TITLE_LENGTH).join('');
  // Not in the middle of a word, unless it is a very long one.
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_TITLE_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
