/**
 * A text of at most so many bytes, with a note at the end if it was cut.
 *
 * @example cutText('abcdef', 3) // 'abc\n[Cut: these are the first 3 of 6 bytes.]'
 * @param isMore whether the text itself is only the beginning of something
 */
export function cutText(text: string, maxBytes: number, isMore = false): string {
  const size = Buffer.byteLength(text);
  if (size <= maxBytes && !isMore) return text;
  const kept = Math.min(size, maxBytes);
  return `${firstBytes(text, kept)}\n[Cut: these are the first ${kept} of ${isMore ? 'more than ' : ''}${size} bytes.]`;
}

/** The beginning of a text, in whole characters. A copy: a slice would keep all of the text in memory. */
export function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes);
  // A character that is not whole is what a stream would continue with.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
