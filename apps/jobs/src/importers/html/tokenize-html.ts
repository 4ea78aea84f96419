import { decodeEntities } from './decode-entities.ts';

/** A piece of HTML: text with its entities replaced, or a tag. */
export type HtmlToken =
  | { type: 'text'; text: string }
  | { type: 'raw'; name: string; text: string; attributes: () => Map<string, string> }
  | { type: 'open'; name: string; empty: boolean; attributes: () => Map<string, string> }
  | { type: 'close'; name: string };

const RAW = new Set(['script', 'style', 'textarea', 'title', 'noframes', 'xmp', 'iframe', 'template', 'svg']);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Pages are read up to here. */
const MAX_HTML_LENGTH = 5_000_000;

/**
 * HTML as a stream of tokens. It never fails and takes time in proportion to the length of the page, whatever is on it:
 * no tree is built, so depth costs nothing, and no position is searched twice.
 */
export function* tokenizeHtml(input: string): Generator<HtmlToken> {
  const html = input.slice(0, MAX_HTML_LENGTH);
  const find = createFinder(html);
  let at = 0;
  while (at < html.length) {
    const tag = findTag(html, at, find);
    const end = tag ?? html.length;
    if (end > at) yield { type: 'text', text: decodeEntities(html.slice(at, end)) };
    if (tag === undefined) return;
    const skipped = skipComment(html, tag, find);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    at = findTagEnd(tag + 1, find) + 1;
    const token = toToken(html.slice(tag + 1, at - 1));
    if (token?.type === 'open' && RAW.has(token.name) && !token.empty) {
      const close = findRawEnd(html, token.name, at);
      yield { type: 'raw', name: token.name, text: html.slice(at, close.start), attributes: token.attributes };
      at = close.end;
    } else if (token !== undefined) {
      yield token;
    }
  }
}

type Finder = (character: string, from: number) => number;

/** `indexOf` that remembers what it found, so that a character which is missing is missed only once. */
function createFinder(html: string): Finder {
  const known = new Map<string, { from: number; found: number }>();
  return (character, from) => {
    const last = known.get(character);
    if (last !== undefined && last.from <= from && (last.found >= from || last.found === -1)) return last.found;
    const found = html.indexOf(character, from);
    known.set(character, { from, found });
    return found;
  };
}

function findTag(html: string, from: number, find: Finder): number | undefined {
  let at = find('<', from);
  while (at !== -1) {
    if (/[a-zA-Z/!?]/.test(html[at + 1] ?? '') && find('>', at) !== -1) return at;
    at = find('<', at + 1);
  }
  return undefined;
}

function skipComment(html: string, tag: number, find: Finder): number | undefined {
  if (html.startsWith('<!--', tag)) {
    const end = find('-->', tag + 4);
    return end === -1 ? html.length : end + 3;
  }
  if (html.startsWith('<!', tag) || html.startsWith('<?', tag)) return find('>', tag) + 1;
  return undefined;
}

/** The `>` of a tag, which may have others in the quotes of its attributes. */
function findTagEnd(from: number, find: Finder): number {
  const plain = find('>', from);
  let at = from;
  for (;;) {
    const end = find('>', at);
    if (end === -1) return plain;
    const quotes = [find('="', at), find("='", at)].filter((quote) => quote !== -1 && quote < end);
    const quote = Math.min(...quotes);
    if (quotes.length === 0) return end;
    const closing = find(quote === find('="', at) ? '"' : "'", quote + 2);
    // A quote that is never closed was none.
    if (closing === -1) return plain;
    at = closing + 1;
  }
}

function findRawEnd(html: string, name: string, from: number): { start: number; end: number } {
  const pattern = new RegExp(`</${name}[\\s/>]`, 'gi');
  pattern.lastIndex = from;
  const match = pattern.exec(html);
  if (match === null) return { start: html.length, end: html.length };
  const end = html.indexOf('>', match.index);
  return { start: match.index, end: end === -1 ? html.length : end + 1 };
}

function toToken(tag: string): Exclude<HtmlToken, { type: 'text' | 'raw' }> | undefined {
  const match = /^(\/?)([a-zA-Z][a-zA-Z\d:-]{0,40})/.exec(tag);
  if (match?.[2] === undefined) return undefined;
  const name = match[2].toLowerCase();
  if (match[1] === '/') return { type: 'close', name };
  const rest = tag.slice(match[0].length);
  return { type: 'open', name, empty: VOID.has(name) || rest.endsWith('/'), attributes: () => readAttributes(rest) };
}

const ATTRIBUTE = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const MAX_ATTRIBUTES = 64;

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const match of text.matchAll(ATTRIBUTE)) {
    const name = (match[1] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, decodeEntities(match[2] ?? match[3] ?? match[4] ?? ''));
    if (attributes.size === MAX_ATTRIBUTES) break;
  }
  return attributes;
}
