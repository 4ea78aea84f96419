import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTsc } from '../process/run-tsc.ts';
import { repositoryRoot } from '../workspace/read-workspace.ts';

/** What TypeScript has against programs as they are printed, in the folder of somebody who has installed the packages. */
export async function typeProblemsOf(programs: readonly string[], language: 'ts' | 'tsx' = 'ts'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-docs-'));
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  try {
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
    for (const [index, program] of programs.entries()) {
      writeFileSync(join(folder, `program-${index}.${language}`), program);
    }
    const page = { jsx: 'react-jsx', lib: ['ES2024', 'DOM', 'DOM.Iterable'] };
    write('package.json', { type: 'module' });
    write('tsconfig.json', {
      extends: join(repositoryRoot, 'tsconfig.json'),
      compilerOptions: language === 'tsx' ? page : {},
      include: ['*.ts', '*.tsx'],
      exclude: [],
    });
    return (await runTsc(['--project', folder], { directory: repositoryRoot })).output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
