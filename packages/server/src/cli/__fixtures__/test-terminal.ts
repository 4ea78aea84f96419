import { PassThrough } from 'node:stream';
import type { Terminal } from '../terminal/terminal.ts';

export type TestTerminal = Terminal & {
  input: PassThrough & { isTTY?: boolean };
  /** What was written so far. */
  said(): string;
  complained(): string;
};

/** A terminal in memory: one can type into it and read what was written. */
export function testTerminal(
  options: Partial<Pick<Terminal, 'environment' | 'folder' | 'home' | 'program'>> & { isTTY?: boolean } = {},
): TestTerminal {
  const { isTTY = false, ...rest } = options;
  const [output, said] = collector();
  const [errors, complained] = collector();
  return {
    program: 'posthouse',
    input: Object.assign(new PassThrough(), { isTTY }),
    output: Object.assign(output, { isTTY, columns: 100 }),
    errors: Object.assign(errors, { isTTY }),
    environment: {},
    folder: '/nowhere',
    home: '/nowhere',
    said,
    complained,
    ...rest,
  };
}

function collector(): [PassThrough, () => string] {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // What was written arrives in order, but not at once.
  return [stream, () => text + (stream.read()?.toString() ?? '')];
}
