import { createInterface } from 'node:readline';
import type { Terminal } from '../terminal/terminal.ts';

/** Asks one question at the terminal. Undefined when it is left with Ctrl-C or Ctrl-D. */
export function askOnce(question: string, { input, output }: Terminal): Promise<string | undefined> {
  const reader = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => resolve(undefined));
    reader.question(`${question}\nanswer (leave empty to answer later)> `, (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}
