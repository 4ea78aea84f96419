import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes, and what it finds around it. The process has one; tests make their own. */
export type Terminal = {
  /** What the user called us: `posthouse` or `mail`. */
  program: string;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
  errors: Writable & { isTTY?: boolean };
  environment: Readonly<Record<string, string | undefined>>;
  /** The folder the command was called in. */
  folder: string;
  /** The user's home folder. */
  home: string;
};

/** Whether a person sits on both ends. */
export function isInteractive({ input, output }: Terminal): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Writes a line for the user. */
export function print({ output }: Terminal, text: string): void {
  output.write(`${text}\n`);
}

/** Writes a line beside the output, which a program may be reading. */
export function printError({ errors }: Terminal, text: string): void {
  errors.write(`${text}\n`);
}
