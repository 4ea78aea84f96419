import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';

const installed = resolve(import.meta.dirname, '../../../../../node_modules');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-types-'));
  await symlink(installed, join(folder, 'node_modules'));
  await main(['init'], testTerminal({ folder }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the starter compiles in the strictest TypeScript project', async () => {
  const compilerOptions = {
    target: 'ES2024',
    lib: ['ES2024', 'ESNext.Disposable', 'ESNext.Iterator'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = promisify(execFile)(process.execPath, [join(installed, 'typescript/bin/tsc'), '-p', folder]);
  const complaints = await tsc.then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  expect(complaints).toBe('');
});
