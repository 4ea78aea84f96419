import { StringDecoder } from 'node:string_decoder';

/**
 * Splits what a process writes into lines, for the pieces in which it arrives. Of a longer line only the beginning is given, with
 * `isCut`.
 *
 * @example child.stdout.on('data', splitOutput(8_192, (line) => logger.info(line)));
 */
export function splitOutput(
  maxLength: number,
  onLine: (line: string, isCut: boolean) => void,
): ((bytes: Buffer) => void) & { end(): void } {
  const decoder = new StringDecoder('utf8');
  // The pieces of a line are joined once it is complete; adding each to the last would copy a long line many times.
  let pieces: string[] = [];
  let length = 0;
  const take = (piece: string): void => {
    const room = maxLength - length;
    length += piece.length;
    if (piece !== '' && room > 0) pieces.push(room < piece.length ? piece.slice(0, room) : piece);
  };
  const finish = (): void => {
    const line = pieces.length === 1 ? pieces[0]! : pieces.join('');
    const isCut = length > maxLength;
    pieces = [];
    length = 0;
    if (line !== '') onLine(line, isCut);
  };
  const read = (bytes: Buffer): void => {
    const lines = decoder.write(bytes).split('\n');
    take(lines[0]!);
    for (let index = 1; index < lines.length; index += 1) {
      finish();
      take(lines[index]!);
    }
  };
  return Object.assign(read, { end: finish });
}
