/** So much of a text is told in one frame: small enough to get through wherever anything does. */
const MAX_CHARACTERS = 1024;

/** A text in pieces that fit into frames, none of which ends in the middle of a character. */
export function toPieces(text: string): { offset: number; text: string }[] {
  const pieces: { offset: number; text: string }[] = [];
  for (let offset = 0; offset < text.length;) {
    const end = toCut(text, offset + MAX_CHARACTERS);
    pieces.push({ offset, text: text.slice(offset, end) });
    offset = end;
  }
  return pieces;
}

function toCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at + 1 : at;
}
