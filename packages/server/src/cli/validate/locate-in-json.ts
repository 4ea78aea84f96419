/** A place in a text, counted from 1 as editors do. */
export type Place = { line: number; column: number };

/**
 * Where in a JSON text something is, by its path with dots. When a part of the path is missing, the place is that of the
 * object or list it is missing from. The text has to be valid JSON.
 *
 * @example locateInJSON('{\n  "a": [1, 2]\n}', 'a.1') // { line: 2, column: 12 }
 */
export function locateInJSON(text: string, path: string): Place {
  let left = path;
  let place = skipSpace(text, 0);
  let value = place;
  while (left !== '') {
    const found = text[value] === '{' ? findMember(text, value, left) : findItem(text, value, left);
    if (found === undefined) break;
    ({ place, value, left } = found);
  }
  return toPlace(text, place);
}

type Found = { place: number; value: number; left: string };

/** The member of an object that the path goes through; keys may have dots themselves. */
function findMember(text: string, start: number, path: string): Found | undefined {
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const end = skipValue(text, at);
    const key = JSON.parse(text.slice(at, end)) as string;
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (path === key || path.startsWith(`${key}.`)) return { place: at, value, left: path.slice(key.length + 1) };
    at = skipComma(text, skipValue(text, value));
  }
  return undefined;
}

function findItem(text: string, start: number, path: string): Found | undefined {
  const [index = ''] = path.split('.', 1);
  if (text[start] !== '[' || !/^\d+$/.test(index)) return undefined;
  let at = skipSpace(text, start + 1);
  for (let item = 0; at < text.length && text[at] !== ']'; item += 1) {
    if (item === Number(index)) return { place: at, value: at, left: path.slice(index.length + 1) };
    at = skipComma(text, skipValue(text, at));
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n\uFEFF'.includes(text[at]!)) at += 1;
  return at;
}

function skipComma(text: string, from: number): number {
  const at = skipSpace(text, from);
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

/** The end of the value that begins here. Counts brackets instead of recursing, so that deep nesting is no danger. */
function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipText(text, from);
  let at = from;
  let depth = 0;
  do {
    const character = text[at]!;
    if (character === '"') {
      at = skipText(text, at);
      continue;
    }
    if ('{['.includes(character)) depth += 1;
    if ('}]'.includes(character)) depth -= 1;
    at += 1;
    // A number or a word ends where something else begins.
  } while (at < text.length && (depth > 0 || !' \t\r\n,]}'.includes(text[at]!)));
  return at;
}

function skipText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function toPlace(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.replace('\uFEFF', '').length + 1 };
}
