import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { WriterLine } from './writer-line.ts';

/** Starts a process that writes into this database, kills it after so many lines, and gives what it had said by then. */
export async function killWriter(databaseURL: string, count: number): Promise<WriterLine[]> {
  const script = new URL('writing-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, databaseURL], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines: WriterLine[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    // The last line may have been cut with the process.
    if (text.endsWith('}')) lines.push(JSON.parse(text) as WriterLine);
    if (lines.length === count) child.kill('SIGKILL');
  }
  await exited;
  return lines;
}
