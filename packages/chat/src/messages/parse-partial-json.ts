/** What can be read of JSON that is still being written; undefined as long as nothing can. */
export function parsePartialJSON(text: string): unknown {
  for (const candidate of candidates(text)) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next one ends earlier.
    }
  }
  return undefined;
}

/** The text with everything closed that is open; then the same without its last piece, which may be half a word. */
function* candidates(text: string): Generator<string> {
  yield text;
  const { closers, inString, isEscaped, ends } = scan(text);
  if (inString) {
    const whole = isEscaped ? text.slice(0, text.lastIndexOf('\\')) : text.replace(/\\u[\da-fA-F]{0,3}$/, '');
    yield `${whole}"${closers}`;
  } else {
    yield `${complete(text)}${closers}`;
    yield `${text.replace(/[.eE+-]+$/, '')}${closers}`;
  }
  // A key without a value, a comma without what follows, a number that has only begun.
  for (const { at, closers: open } of ends.toReversed()) yield `${text.slice(0, at)}${open}`;
}

const LITERALS = ['true', 'false', 'null'];

function complete(text: string): string {
  const word = /[a-z]+$/.exec(text)?.[0];
  const literal = word === undefined ? undefined : LITERALS.find((each) => each.startsWith(word));
  return literal === undefined ? text : text.slice(0, text.length - word!.length) + literal;
}

type Scan = { closers: string; inString: boolean; isEscaped: boolean; ends: { at: number; closers: string }[] };

/** Where the text stands at its end, and before which places it could have been cut. */
function scan(text: string): Scan {
  let closers = '';
  let inString = false;
  let isEscaped = false;
  const ends: Scan['ends'] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (character === '\\') isEscaped = true;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      closers = (character === '{' ? '}' : ']') + closers;
      ends.push({ at: at + 1, closers });
    } else if (character === '}' || character === ']') closers = closers.slice(1);
    else if (character === ',') ends.push({ at, closers });
  }
  return { closers, inString, isEscaped, ends: ends.slice(-3) };
}
