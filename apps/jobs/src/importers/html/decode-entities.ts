/** The names of U+00A0 to U+00FF, in that order, as HTML has had them since its beginning. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const OTHERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  trade: '™',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '\u200C',
  zwj: '\u200D',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  larr: '←',
  rarr: '→',
  check: '✓',
  star: '☆',
  starf: '★',
  NewLine: '\n',
  Tab: '\t',
  colon: ':',
  comma: ',',
  period: '.',
  sol: '/',
  lpar: '(',
  rpar: ')',
  num: '#',
  plus: '+',
};
const NAMED = new Map([
  ...LATIN.split(' ').map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries(OTHERS),
]);
/** What numbers between 128 and 159 mean, since people write them as if they were Windows-1252. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,9}));?/g;

/** Text with its entities replaced, once: `&amp;lt;` becomes `&lt;`. Unknown names stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return (whole.endsWith(';') || name === 'nbsp' ? NAMED.get(name) : undefined) ?? whole;
    return fromNumber(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
  });
}

function fromNumber(code: number): string {
  if (code >= 128 && code <= 159) return WINDOWS[code - 128] ?? '';
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD';
  return String.fromCodePoint(code);
}
