import { READ_LIMITS } from './page-facts.ts';

/**
 * JSON-LD as pages write it: in comments or CDATA, with trailing commas, with line breaks inside of strings, with a
 * semicolon at the end. Undefined if it cannot be read even so, or is longer than any posting.
 *
 * @example
 * parseJsonLd('<!-- {"@type": "JobPosting",} -->'); // { '@type': 'JobPosting' }
 */
export function parseJsonLd(text: string): unknown {
  if (text.length > READ_LIMITS.script) return undefined;
  const bare = unwrap(text);
  return parse(bare) ?? parse(repair(bare));
}

function unwrap(text: string): string {
  return text
    .trim()
    .replace(/^(?:\/[/*])?\s{0,9}(?:<!--|<!\[CDATA\[)(?:\s{0,9}\*\/)?/, '')
    .trimEnd()
    .replace(/(?:\/[/*])?\s{0,9}(?:-->|\]\]>)(?:\s{0,9}\*\/)?$/, '')
    .trimEnd()
    .replace(/;$/, '');
}

/** A whole string, even one that does not end; or a comma with nothing behind it. */
const STRING_OR_COMMA = /"(?:[^"\\]+|\\.)*"?|,(?=\s{0,200}[}\]])/gs;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function repair(text: string): string {
  return text.replaceAll(STRING_OR_COMMA, (found) =>
    found === ',' ? '' : found.replaceAll(/\p{Cc}/gu, (character) => ESCAPES[character] ?? ' '),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
