import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../build/build-package.ts';
import type { BuiltPackage } from '../build/to-build-tsconfig.ts';
import type { Workspace } from '../workspace/read-workspace.ts';

/** A folder in which packages are installed as they are published. Gone when it is disposed of. */
export type InstalledPackages = { directory: string } & Disposable;

/**
 * Builds some packages into a `node_modules` of their own: what a stranger gets from npm, without npm. Each comes after
 * those it depends on; what others have written is found further up, in our own `node_modules`.
 */
export async function installBuilt(workspace: Workspace, names: readonly string[]): Promise<InstalledPackages> {
  const modules = join(workspace.root, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const directory = mkdtempSync(join(modules, '.posthouse-bundle-'));
  const dispose = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const built: BuiltPackage[] = [];
    for (const name of names) {
      const target = workspace.packages.find(({ manifest }) => manifest.name === name);
      if (target === undefined) throw new Error(`There is no package ${name} to build.`);
      const outputDirectory = join(directory, 'node_modules', name);
      built.push(await buildPackage({ workspace, target, outputDirectory, built }));
    }
    return { directory, [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
