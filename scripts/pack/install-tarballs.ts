import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import type { PackedPackage } from './pack-workspace.ts';

/**
 * Makes an empty project and installs the packed packages together, as somebody would who found them on npm. They
 * satisfy each other; everything else comes from npm's cache or registry.
 */
export async function installTarballs(packages: readonly PackedPackage[], directory: string): Promise<void> {
  const dependencies = Object.fromEntries(packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  const { code, output } = await runCommand(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict'],
    { directory },
  );
  if (code !== 0) throw new Error(`The packed packages cannot be installed together:\n${output}`);
}
