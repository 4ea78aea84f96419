/** A place in a text, counted from 1 as editors do. */
export type TextPlace = { line: number; column: number };

/** JSON is not followed deeper than this, and counts as broken there. */
const MAX_NESTING = 200;

// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Where the values of a JSON text stand, by their paths with dots, and where it stops being JSON. A member of an object
 * begins with its key.
 *
 * @example new JSONPlaces('{\n  "a": [1, 2]\n}').find('a.1') // { line: 2, column: 12 }
 */
export class JSONPlaces {
  /** Undefined for JSON. */
  readonly brokenAt: TextPlace | undefined;
  readonly #text: string;
  readonly #offsets = new Map<string, number>();
  #offset = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.brokenAt = this.#isWhole() ? undefined : this.#toPlace(this.#offset);
  }

  /** When a part of the path is missing, the place is that of the object or list it is missing from. */
  find(path: string): TextPlace {
    let known = path;
    while (known !== '' && !this.#offsets.has(known)) known = known.slice(0, Math.max(0, known.lastIndexOf('.')));
    return this.#toPlace(this.#offsets.get(known) ?? 0);
  }

  #isWhole(): boolean {
    this.#take(SPACE);
    return this.#value('') && this.#take(SPACE) !== undefined && this.#offset === this.#text.length;
  }

  /** Each of these reads on, and is false where the text stops being JSON. */
  #value(path: string): boolean {
    if (!this.#offsets.has(path)) this.#offsets.set(path, this.#offset);
    if (this.#depth === MAX_NESTING) return false;
    this.#depth += 1;
    const isRead = this.#skip('{')
      ? this.#items('}', () => this.#member(path))
      : this.#skip('[')
        ? this.#items(']', (index) => this.#value(below(path, String(index))))
        : (this.#take(STRING) ?? this.#take(SCALAR)) !== undefined;
    this.#depth -= 1;
    return isRead;
  }

  #items(end: string, read: (index: number) => boolean): boolean {
    if (this.#skip(end)) return true;
    for (let index = 0; read(index); index += 1) {
      if (this.#skip(end)) return true;
      if (!this.#skip(',')) return false;
    }
    return false;
  }

  #member(path: string): boolean {
    const start = this.#offset;
    const key = this.#take(STRING);
    if (key === undefined) return false;
    const place = below(path, JSON.parse(key) as string);
    if (!this.#offsets.has(place)) this.#offsets.set(place, start);
    return this.#skip(':') && this.#value(place);
  }

  /** A sign, with the space around it. */
  #skip(sign: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#offset] !== sign) return false;
    this.#offset += 1;
    this.#take(SPACE);
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0];
    this.#offset += found?.length ?? 0;
    return found;
  }

  #toPlace(offset: number): TextPlace {
    const before = this.#text.slice(0, offset).split('\n');
    return { line: before.length, column: before.at(-1)!.length + 1 };
  }
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
