import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { Terminal } from './terminal.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const called = basename(process.argv[1] ?? '').replace(/\.(ts|js)$/, '');
  return {
    program: called === 'mail' ? 'mail' : 'posthouse',
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    environment: process.env,
    folder: process.cwd(),
    home: homedir(),
  };
}
