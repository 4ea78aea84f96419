import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-run-'));
  writeFileSync(
    join(folder, 'file.ts'),
    `const [, path, ...words]: string[] = process.argv;\nconsole.log(path, words);\n`,
  );
  writeFileSync(join(folder, 'failing.ts'), `process.exitCode = 3;\nthrow new Error('something broke');\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// `npm ci` runs on any Node, and so does the program that it ends with.
const { postinstall: _, ...scripts } = (
  JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

const run = (...args: string[]) =>
  runCommand(process.execPath, ['scripts/run.cjs', ...args], { directory: repositoryRoot });

describe('scripts/run.cjs', () => {
  it('runs a TypeScript file with its own path and arguments', async () => {
    const file = join(folder, 'file.ts');
    expect(await run(file, 'a', '--b')).toMatchObject({ code: 0, output: `${file} [ 'a', '--b' ]\n` });
  });

  it('fails when the file fails', async () => {
    const { code, output } = await run(join(folder, 'failing.ts'));
    expect(code).not.toBe(0);
    expect(output).toContain('something broke');
  });

  it.each(['8.17.0', '20.20.2', '23.11.0'])('stops Node %s with one sentence', async (version) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
    const load = `require('./scripts/run.cjs')`;
    const { code, output } = await runCommand(process.execPath, ['--eval', `${pretend}; ${load}`], {
      directory: repositoryRoot,
    });
    expect(code).toBe(1);
    expect(output).toContain(`Posthouse needs Node 24 or newer, but this is Node ${version}.`);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  it('starts every program of the repository that an npm script names', () => {
    expect(Object.keys(scripts)).toContain('test');
    const commands = Object.values(scripts).flatMap((script) => script.split('&&').map((each) => each.trim()));
    const programs = commands.filter((command) => /^node\b|\.[cm]?[jt]s\b/.test(command));
    expect(programs.filter((program) => !/^node scripts\/run\.cjs \S+\.ts\b/.test(program))).toEqual([]);
  });
});
