import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findExecutable } from './find-executable.ts';

const root = mkdtempSync(join(tmpdir(), 'find-executable-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, mode = 0o755): string {
  const path = join(root, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

describe('findExecutable', () => {
  test('searches the path, for programs only', () => {
    put('one/opencode', 0o644);
    mkdirSync(join(root, 'two/opencode'), { recursive: true });
    const program = put('three/opencode');
    const path = ['one', 'two', 'three'].map((folder) => join(root, folder)).join(delimiter);
    expect(findExecutable({ path })).toBe(program);
  });

  test('accepts an absolute path as it is', () => {
    const program = put('mine/my-opencode');
    expect(findExecutable({ executable: program, path: undefined })).toBe(program);
    expect(findExecutable({ executable: join(root, 'nothing'), path: undefined })).toBeUndefined();
  });

  test('searches only the path for another name', () => {
    const program = put('four/opencode-next');
    expect(findExecutable({ executable: 'opencode-next', path: join(root, 'four') })).toBe(program);
    expect(findExecutable({ executable: 'opencode-last', path: join(root, 'four') })).toBeUndefined();
  });

  test('falls back to the package with the program for this system', () => {
    const folder = `from/node_modules/opencode-${process.platform}-${process.arch}`;
    put(`${folder}/package.json`);
    writeFileSync(join(root, folder, 'package.json'), '{"name":"x"}');
    expect(findExecutable({ path: '', from: join(root, 'from') })).toBeUndefined();
    const program = put(`${folder}/bin/opencode`);
    expect(findExecutable({ path: '', from: join(root, 'from') })).toBe(program);
  });

  test("uses the package's own command, which may be a stub, only as a last resort", () => {
    const stub = put('project/node_modules/.bin/opencode');
    const path = join(root, 'project', 'node_modules', '.bin');
    expect(findExecutable({ path, from: join(root, 'project') })).toBe(stub);
    const packaged = `project/node_modules/opencode-${process.platform}-${process.arch}`;
    put(`${packaged}/package.json`);
    writeFileSync(join(root, packaged, 'package.json'), '{"name":"x"}');
    const program = put(`${packaged}/bin/opencode`);
    expect(findExecutable({ path, from: join(root, 'project') })).toBe(program);
    const installed = put('system/opencode');
    expect(findExecutable({ path: [path, join(root, 'system')].join(delimiter), from: join(root, 'project') })).toBe(
      installed,
    );
  });
});
