const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
};

/**
 * What HTML says, as text with line breaks. Descriptions are often escaped once more than needed, so entities are
 * replaced twice. The result is for reading and for models: it is shown as text, never as HTML.
 */
export function toPlainText(html: string, longest: number): string {
  return decode(decode(html.slice(0, longest * 8)))
    .replaceAll(/<(script|style)\b.*?(?:<\/\1\b[^>]{0,99}>|$)/gis, ' ')
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^<>]{0,1000}>/gi, '\n')
    .replaceAll(/<li\b[^<>]{0,1000}>/gi, '\n- ')
    .replaceAll(/<\/?[a-z!][^<>]{0,2000}>/gi, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
    .slice(0, longest);
}

/** The same on one line, or undefined if nothing is left. */
export function toPlainLine(value: unknown, longest: number): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? toLine(toPlainText(value, longest), longest) : undefined;
}

/** A text that is no HTML, on one line, or undefined if nothing is left. */
export function toLine(text: string | undefined, longest: number): string | undefined {
  const line = (text ?? '')
    .slice(0, longest * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest);
  return line === '' ? undefined : line;
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : ' ';
  });
}
