import { StringDecoder } from 'node:string_decoder';

/** Longer lines are let go: a program that prints without end must not fill our memory. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

export interface JsonLinesOptions {
  readonly onValue: (value: unknown) => void;
  /** A line that is not JSON, or longer than any message is; only its beginning is given. */
  readonly onOther?: ((line: string) => void) | undefined;
  readonly maxLineLength?: number | undefined;
}

/**
 * A reader of JSON values, one per line, for the pieces in which an output arrives.
 *
 * @example
 * const read = jsonLines({ onValue: handle });
 * child.stdout.on('data', read);
 */
export function jsonLines(options: JsonLinesOptions): (bytes: Uint8Array) => void {
  const { onValue, onOther, maxLineLength = MAX_LINE_LENGTH } = options;
  const decoder = new StringDecoder('utf8');
  // The pieces of a line are joined once it is complete; adding each to the last would copy a long line many times.
  let pieces: string[] = [];
  let length = 0;
  const take = (piece: string): void => {
    length += piece.length;
    if (length <= maxLineLength) pieces.push(piece);
    else if (pieces.length > 1) pieces = [pieces.join('').slice(0, 200)];
  };
  const finish = (): void => {
    const line = pieces.join('').trim();
    const whole = length <= maxLineLength;
    pieces = [];
    length = 0;
    if (line === '') return;
    let value: unknown;
    try {
      if (!whole) throw new Error('The line is too long.');
      value = JSON.parse(line);
    } catch {
      onOther?.(line.slice(0, 200));
      return;
    }
    onValue(value);
  };
  return (bytes) => {
    const lines = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).split('\n');
    take(lines[0] ?? '');
    for (const line of lines.slice(1)) {
      finish();
      take(line);
    }
  };
}
