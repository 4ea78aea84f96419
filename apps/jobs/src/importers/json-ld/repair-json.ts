/**
 * JSON as pages write it: in comments or CDATA, with trailing commas, with line breaks and tabs inside of strings, with
 * a semicolon at the end. Gives undefined if it cannot be read even so. Each repair is one pass over the text.
 *
 * @example
 * parseLooseJson('<!-- {"a": 1,} -->'); // { a: 1 }
 */
export function parseLooseJson(text: string): unknown {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  const bare = unwrap(text);
  return parse(bare) ?? parse(repair(bare)) ?? parse(repair(bare.replaceAll('&quot;', '"').replaceAll('&amp;', '&')));
}

const MAX_JSON_LENGTH = 5_000_000;

function unwrap(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^(?:<!--|(?:\/\/|\/\*)?\s{0,9}<!\[CDATA\[\s{0,9}(?:\*\/)?|\/\*.{0,40}?\*\/)/, '')
    .trimStart()
    .replace(/(?:(?:\/\/|\/\*)?\s{0,9}(?:-->|\]\]>)\s{0,9}(?:\*\/)?)$/, '')
    .trimEnd()
    .replace(/;$/, '')
    .trim();
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' };

function repair(text: string): string {
  let repaired = '';
  let inside = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (inside && character === '\\') {
      // JSON knows few escapes; \' is what people write by mistake.
      if (!/["\\/bfnrtu]/.test(text[at + 1] ?? '')) {
        repaired += text.slice(from, at);
        from = at + 1;
      }
      at += 1;
    } else if (character === '"') inside = !inside;
    else if (inside && character < ' ') {
      repaired += text.slice(from, at) + (ESCAPES[character] ?? '');
      from = at + 1;
    } else if (!inside && character === ',' && /^\s{0,200}[}\]]/.test(text.slice(at + 1, at + 202))) {
      repaired += text.slice(from, at);
      from = at + 1;
    }
  }
  return repaired + text.slice(from);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
