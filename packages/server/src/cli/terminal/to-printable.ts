// Everything that a terminal obeys instead of showing: control characters, and marks that reorder what is around them.
const UNSHOWN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A text of somebody else's as a terminal may show it. What models and tools write is not trusted: an escape sequence in it
 * could hide lines, rename the window or type into the shell.
 *
 * @example toPrintable('a\u001B[2Jb') // 'a␛[2Jb'
 */
export function toPrintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSHOWN, toSymbol);
}

function toSymbol(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === '\n' || character === '\t') return character;
  if (code < 0x20) return String.fromCodePoint(0x24_00 + code);
  return code === 0x7f ? '\u2421' : '\uFFFD';
}
