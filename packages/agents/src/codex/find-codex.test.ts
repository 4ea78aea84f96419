import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCodex } from './find-codex.ts';

let from: string;
beforeAll(() => (from = mkdtempSync(join(tmpdir(), 'posthouse-codex-'))));
afterAll(() => rmSync(from, { recursive: true }));

function write(...path: string[]): string {
  const file = join(from, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '{}');
  return file;
}

describe('findCodex', () => {
  it('finds nothing where there is nothing', () => {
    expect(findCodex({ from, path: '' })).toBeUndefined();
    expect(findCodex({ from, path: join(from, 'bin') })).toBeUndefined();
  });

  it('finds a program in the search path', () => {
    const command = write('bin', process.platform === 'win32' ? 'codex.exe' : 'codex');
    expect(findCodex({ from, path: ['', join(from, 'bin')].join(process.platform === 'win32' ? ';' : ':') })).toEqual({
      command,
    });
  });

  it('prefers an installed package, whoever depends on it', () => {
    const scope = join('node_modules', '@openai');
    write(scope, 'codex', 'package.json');
    const inner = join(scope, 'codex', 'node_modules', '@openai', `codex-${process.platform}-${process.arch}`);
    write(inner, 'package.json');
    expect(findCodex({ from, path: '' })).toBeUndefined();
    const triples: Record<string, string> = {
      'linux-x64': 'x86_64-unknown-linux-musl',
      'linux-arm64': 'aarch64-unknown-linux-musl',
    };
    const triple = triples[`${process.platform}-${process.arch}`];
    if (triple === undefined) return;
    const command = write(inner, 'vendor', triple, 'bin', 'codex');
    expect(findCodex({ from, path: join(from, 'bin') })).toEqual({
      command,
      toolsFolder: join(from, inner, 'vendor', triple, 'codex-path'),
    });
  });
});
