/**
 * Cuts a text into pieces of `size` characters. A surrogate pair is never cut, so a piece may be one longer.
 *
 * @example
 * [...chunkText('abcde', 2)]; // ['ab', 'cd', 'e']
 */
export function* chunkText(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + size, text.length);
    if (end < text.length && isHighSurrogate(text, end - 1) && isLowSurrogate(text, end)) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
