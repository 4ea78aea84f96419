import { StringDecoder } from 'node:string_decoder';

/** Longer lines are let go: a program that prints without end must not fill our memory. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

export interface JsonLinesOptions {
  readonly onValue: (value: unknown) => void;
  readonly maxLineLength?: number | undefined;
}

/**
 * A reader of JSON values, one per line, for the pieces in which an output arrives. Lines that are not JSON are skipped.
 *
 * @example
 * const read = jsonLines({ onValue: handle });
 * child.stdout.on('data', read);
 */
export function jsonLines({ onValue, maxLineLength = MAX_LINE_LENGTH }: JsonLinesOptions): (bytes: Uint8Array) => void {
  const decoder = new StringDecoder('utf8');
  // The pieces of a line are joined once it is complete; adding each to the last would copy a long line many times.
  let pieces: string[] = [];
  let length = 0;
  const take = (piece: string): void => {
    length += piece.length;
    if (length <= maxLineLength) pieces.push(piece);
    else pieces = [];
  };
  const finish = (): void => {
    const line = pieces.join('').trim();
    pieces = [];
    length = 0;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
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
