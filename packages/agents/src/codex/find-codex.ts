import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPackage } from '../driving/load-package.ts';

/** The program of Codex, and the folder of the tools that it brings along. */
export interface CodexProgram {
  readonly command: string;
  readonly toolsFolder?: string | undefined;
}

const TRIPLES: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

/**
 * Looks for the program of Codex: in the package for this platform that comes with `@openai/codex`, and then in the
 * search path. The command that the package installs is a wrapper around it, one process more to lose track of.
 */
export function findCodex({
  from,
  path = process.env['PATH'] ?? '',
}: { from?: string | undefined; path?: string } = {}): CodexProgram | undefined {
  const platform = `${process.platform}-${process.arch}`;
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  const wrapper = findPackage({ packageName: '@openai/codex', from });
  const folder = findPackage({ packageName: `@openai/codex-${platform}`, from: wrapper ?? from });
  if (folder !== undefined) {
    const vendor = join(folder, 'vendor', TRIPLES[platform] ?? '');
    const command = join(vendor, 'bin', name);
    if (existsSync(command)) return { command, toolsFolder: join(vendor, 'codex-path') };
  }
  const found = path
    .split(delimiter)
    .filter((place) => place !== '')
    .map((place) => join(place, name))
    .find((file) => existsSync(file));
  return found === undefined ? undefined : { command: found };
}
