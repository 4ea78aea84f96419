import { types } from 'node:util';

/**
 * A value as JSON, or only its beginning once that is longer than `maxLength` characters: what lies behind is not even looked at, so a
 * value of any size costs what is kept of it. The whole is what `JSON.stringify` gives; undefined is what it has no words for.
 *
 * @example firstJSON([10, 20, 30], 4) // { text: '[10,20', isWhole: false }
 */
export function firstJSON(value: unknown, maxLength: number): { text: string; isWhole: boolean } | undefined {
  const writer = new Writer(maxLength);
  return writer.member('', '', value) ? { text: writer.pieces.join(''), isWhole: writer.isWhole } : undefined;
}

class Writer {
  readonly pieces: string[] = [];
  isWhole = true;
  readonly #maxLength: number;
  /** What is being written, from the outside in. */
  readonly #around = new Set<object>();
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Writes what stands under a key, with something before it; false when there is nothing to write. */
  member(before: string, key: string, member: unknown): boolean {
    const value = toPlain(this.#within(member), key);
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return false;
    this.#write(before);
    if (typeof value === 'object' && value !== null) this.#inside(value);
    else if (typeof value === 'string') this.#string(value);
    // For a bigint there are no words, and this says so.
    else this.#write(JSON.stringify(value));
    return true;
  }

  #inside(value: object): void {
    if (this.#around.has(value)) throw new TypeError('Converting circular structure to JSON');
    this.#around.add(value);
    if (Array.isArray(value)) this.#array(value);
    else this.#object(value);
    this.#around.delete(value);
  }

  #array(values: readonly unknown[]): void {
    this.#write('[');
    for (let index = 0; index < values.length && this.#hasRoom(); index += 1) {
      const before = index === 0 ? '' : ',';
      if (!this.member(before, String(index), values[index])) this.#write(`${before}null`);
    }
    this.#write(']');
  }

  #object(object: object): void {
    this.#write('{');
    let before = '';
    for (const key of Object.keys(object)) {
      if (!this.#hasRoom()) break;
      const value = (object as Record<string, unknown>)[key];
      if (this.member(`${before}${JSON.stringify(key)}:`, key, value)) before = ',';
    }
    this.#write('}');
  }

  #string(text: string): void {
    if (text.length <= this.#maxLength) return this.#write(JSON.stringify(text));
    this.#write(JSON.stringify(text.slice(0, this.#maxLength)).slice(0, -1));
    this.isWhole = false;
  }

  /** Bytes become a member each: more of them than there is room for are not even copied. */
  #within(value: unknown): unknown {
    if (!ArrayBuffer.isView(value) || value instanceof DataView) return value;
    const bytes = value as Uint8Array;
    return bytes.length > this.#maxLength ? bytes.subarray(0, this.#maxLength + 1) : bytes;
  }

  #hasRoom(): boolean {
    if (this.#length > this.#maxLength) this.isWhole = false;
    return this.isWhole;
  }

  #write(piece: string): void {
    if (!this.isWhole) return;
    this.pieces.push(piece);
    this.#length += piece.length;
  }
}

/** What `JSON.stringify` looks at instead: what an object says of itself, and what is inside of a wrapped value. */
function toPlain(value: unknown, key: string): unknown {
  const own = (value as { toJSON?: unknown } | null | undefined)?.toJSON;
  const plain: unknown = typeof own === 'function' ? own.call(value, key) : value;
  return types.isBoxedPrimitive(plain) ? plain.valueOf() : plain;
}
