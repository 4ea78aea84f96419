/**
 * Passes text on in whole characters. Half of a surrogate pair at the end of a piece waits for the other half: on its
 * own it would be replaced by a question mark as soon as somebody encodes the piece.
 *
 * @example
 * const take = wholeCharacters();
 * take('a\ud83d'); // 'a'
 * take('\ude00'); // '😀'
 */
export function wholeCharacters(): (piece: string) => string {
  let held = '';
  return (piece) => {
    const text = held + piece;
    held = endsInHalf(text) ? text.slice(-1) : '';
    return held === '' ? text : text.slice(0, -1);
  };
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd8_00 && last <= 0xdb_ff;
}
