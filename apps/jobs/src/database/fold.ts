/** A text without what people do not mean when they search: case, and the widths of letters. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
