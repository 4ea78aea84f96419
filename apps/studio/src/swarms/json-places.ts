/** Where the values of a JSON text stand: the line of each, by its path; and the line at which it stops being JSON. */
export type JSONPlaces = { lines: ReadonlyMap<string, number>; brokenAt: number | undefined };

/**
 * Finds the lines of a JSON text. Paths are written as in messages of the server: `agents.0.name`.
 *
 * @example toJSONPlaces('{\n "a": [\n  1]}').lines.get('a.0') // 3
 */
export function toJSONPlaces(text: string): JSONPlaces {
  const reader = new PlaceReader(text);
  try {
    reader.value('');
    reader.end();
    return { lines: reader.lines, brokenAt: undefined };
  } catch {
    return { lines: reader.lines, brokenAt: reader.line };
  }
}

/** The line of a path, or of the nearest thing around it that is there; the first line if there is none. */
export function lineOfPath({ lines }: JSONPlaces, path: string): number {
  for (let place = path; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('.')))) {
    const line = lines.get(place);
    if (line !== undefined) return line;
  }
  return 1;
}

// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const MAX_NESTING = 200;

class PlaceReader {
  readonly lines = new Map<string, number>();
  line = 1;
  readonly #text: string;
  #place = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(path: string): void {
    this.#space();
    if (!this.lines.has(path)) this.lines.set(path, this.line);
    this.#depth += 1;
    if (this.#depth > MAX_NESTING) throw new RangeError('too deep');
    if (this.#skip('{')) this.#members(path, '}', () => this.#key());
    else if (this.#skip('[')) this.#members(path, ']', (index) => String(index));
    else if (this.#text[this.#place] === '"') this.#take(STRING);
    else this.#take(SCALAR);
    this.#depth -= 1;
  }

  end(): void {
    this.#space();
    if (this.#place < this.#text.length) throw new SyntaxError('more than one value');
  }

  #members(path: string, end: string, nameOf: (index: number) => string): void {
    this.#space();
    if (this.#skip(end)) return;
    for (let index = 0; ; index += 1) {
      this.#space();
      const line = this.line;
      const name = nameOf(index);
      const place = path === '' ? name : `${path}.${name}`;
      // A member begins with its name, wherever its value is.
      this.lines.set(place, line);
      this.value(place);
      this.#space();
      if (this.#skip(end)) return;
      this.#expect(',');
    }
  }

  #key(): string {
    const key = JSON.parse(this.#take(STRING)) as string;
    this.#space();
    this.#expect(':');
    return key;
  }

  #space(): void {
    for (; /[ \t\r\n]/.test(this.#text[this.#place] ?? ''); this.#place += 1) {
      if (this.#text[this.#place] === '\n') this.line += 1;
    }
  }

  #skip(character: string): boolean {
    if (this.#text[this.#place] !== character) return false;
    this.#place += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) throw new SyntaxError(`expected ${character}`);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#place;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined || found === '') throw new SyntaxError('expected a value');
    this.#place += found.length;
    return found;
  }
}
