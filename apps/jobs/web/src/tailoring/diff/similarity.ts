/** Words of a line, with how often they occur. */
export type WordCount = ReadonlyMap<string, number>;

/** Takes a line apart; in Chinese and Japanese every sign counts as a word. */
export function toWords(line: string): WordCount {
  const words = new Map<string, number>();
  for (const [word] of line.toLowerCase().matchAll(/\p{Script=Han}|[\p{L}\p{N}+#]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

/** From 0 for nothing in common to 1 for the same words. */
export function similarity(a: WordCount, b: WordCount): number {
  const total = size(a) + size(b);
  if (total === 0) return 0;
  let common = 0;
  for (const [word, count] of a) common += Math.min(count, b.get(word) ?? 0);
  return (2 * common) / total;
}

function size(words: WordCount): number {
  return [...words.values()].reduce((sum, count) => sum + count, 0);
}
