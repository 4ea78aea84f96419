/** Emits text and is given the next character; returns when it has seen enough. */
type Reader<Value> = Generator<string, Value, string>;

/**
 * Reads the value of `finish_message` out of the arguments of a call while the model writes them: feed it the pieces of
 * the JSON text, and it returns what is new of the value. A string comes unescaped, anything else as the JSON text the
 * model wrote, and `null` as nothing, for it means that there is no message. Text that is not JSON never throws.
 *
 * @example
 * const read = finishMessageStream();
 * read('{"finish_message": "Al'); // 'Al'
 * read('l done."}'); // 'l done.'
 */
export function finishMessageStream(): (piece: string) => string {
  const reader = readArguments();
  let done = reader.next().done;
  return (piece) => {
    let text = '';
    // By code unit, not by character: a piece may end within a surrogate pair.
    for (let at = 0; at < piece.length && done !== true; at += 1) {
      const step = reader.next(piece.charAt(at));
      text += step.value ?? '';
      done = step.done;
    }
    return text;
  };
}

function* readArguments(): Reader<undefined> {
  if ((yield* skipSpace()) !== '{') return undefined;
  let char = yield* skipSpace();
  while (char === '"') {
    const key = yield* readString({ show: false });
    if ((yield* skipSpace()) !== ':') return undefined;
    const first = yield* skipSpace();
    const show = key === 'finish_message';
    const next = yield* skipSpace(yield* readValue({ first, show }));
    // Of duplicates JSON takes the last, but what has been shown cannot be taken back.
    if (show || next !== ',') return undefined;
    char = yield* skipSpace();
  }
  return undefined;
}

/** Reads a value that begins with `first`; returns the character behind it. */
function* readValue({ first, show }: { first: string; show: boolean }): Reader<string> {
  if (first === '{' || first === '[') return yield* readNested({ first, show });
  if (first !== '"') return yield* readLiteral({ first, show });
  yield* readString({ show });
  return yield '';
}

function* skipSpace(from?: string): Reader<string> {
  let char = from ?? (yield '');
  while (char === ' ' || char === '\n' || char === '\t' || char === '\r') char = yield '';
  return char;
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Reads from behind the opening quote to the closing one; returns the text. */
function* readString({ show }: { show: boolean }): Reader<string> {
  let text = '';
  let fresh = '';
  for (;;) {
    const char = yield show ? fresh : '';
    if (char === '"') return text;
    fresh = char === '\\' ? yield* readEscape() : char;
    // What is shown need not be kept, and may be long.
    if (!show) text += fresh;
  }
}

function* readEscape(): Reader<string> {
  const char = yield '';
  if (char !== 'u') return ESCAPES[char] ?? char;
  let digits = '';
  while (digits.length < 4) digits += yield '';
  const unit = Number.parseInt(digits, 16);
  return Number.isNaN(unit) ? '\ufffd' : String.fromCharCode(unit);
}

/** Reads an object or a list as the text it is. */
function* readNested({ first, show }: { first: string; show: boolean }): Reader<string> {
  let depth = 1;
  let inString = false;
  let escaped = false;
  let char = first;
  while (depth > 0) {
    char = yield show ? char : '';
    if (escaped) escaped = false;
    else if (inString && char === '\\') escaped = true;
    else if (char === '"') inString = !inString;
    else if (!inString && (char === '{' || char === '[')) depth += 1;
    else if (!inString && (char === '}' || char === ']')) depth -= 1;
  }
  return yield show ? char : '';
}

/** Reads a number, `true`, `false` or `null`, which only what follows can end. */
function* readLiteral({ first, show }: { first: string; show: boolean }): Reader<string> {
  let literal = first;
  let char = yield '';
  while (/[\w.+-]/.test(char)) {
    literal += char;
    char = yield '';
  }
  // This takes one more character, which does not matter: nothing is read behind what is shown.
  if (show && literal !== 'null') yield literal;
  return char;
}
