import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../workspace/read-workspace.ts';

/** The programs that a page prints, from top to bottom. */
export function programsOf(page: string, language = 'ts'): string[] {
  const text = readFileSync(join(repositoryRoot, page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, program]) => program!,
  );
}

export type RunOptions = {
  /** Where imports are looked for: a folder of the repository; its root unless given. */
  folder?: string;
  /** Variables that the page tells to set. */
  env?: Readonly<Record<string, string>>;
};

/** What a program did, and what the page says that it does. */
type Run = { done: { code: number | null; output: string; complaints?: string }; said: { code: 0; output: string } };

/** Runs a program as it is printed. What it should print stands behind each `console.log`. */
export async function runPrinted(program: string, { folder = '', env = {} }: RunOptions = {}): Promise<Run> {
  const said = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`).join('');
  if (said === '') throw new Error(`A program that says nothing proves nothing:\n${program}`);
  const { code, stdout, output } = await runCommand(
    process.execPath,
    ['--input-type=module-typescript', '-e', program],
    {
      directory: join(repositoryRoot, folder),
      env: { NO_COLOR: '1', ...env },
    },
  );
  const done = { code, output: stdout, ...(code === 0 ? {} : { complaints: output }) };
  return { done, said: { code: 0, output: said } };
}
