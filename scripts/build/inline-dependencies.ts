import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { build } from 'esbuild';
import { moduleSpecifiers } from '../modules/module-specifiers.ts';
import type { PackageManifest } from '../workspace/package-manifest.ts';
import type { BuiltPackage } from './to-build-tsconfig.ts';

/**
 * Makes one file of a compiled package that contains what it takes from packages of ours, so that whoever installs it gets
 * nothing else along. Only declarations that its entry needs stay beside it: they must not name those packages.
 */
export async function inlineDependencies(options: {
  manifest: PackageManifest;
  built: readonly BuiltPackage[];
  /** Where the compiled modules are. */
  directory: string;
  /** The entry as CommonJS, if the package has one; its declarations are there already. */
  commonJSDirectory?: string;
}): Promise<void> {
  const { manifest, built, directory, commonJSDirectory } = options;
  const inlined = built.filter(({ manifest: { name } }) => manifest.inlinedDependencies?.includes(name));
  const entry = join(directory, 'index.js');
  const bundle = {
    entryPoints: [entry] as string[],
    bundle: true,
    target: 'es2022',
    platform: 'neutral',
    external: Object.keys(manifest.dependencies ?? {}),
    alias: Object.fromEntries(inlined.map((each) => [each.manifest.name, each.directory])),
    allowOverwrite: true,
  } as const;
  // From the same modules: what was compiled to CommonJS would have its exports hidden from `import`.
  if (commonJSDirectory !== undefined) {
    await build({ ...bundle, format: 'cjs', outfile: join(commonJSDirectory, 'index.js') });
    removeOthers(commonJSDirectory);
  }
  await build({ ...bundle, format: 'esm', outfile: entry });
  removeOthers(directory, commonJSDirectory === undefined ? [] : [posix.basename(commonJSDirectory)]);
}

/** Removes modules that are in the bundle now, and declarations that nobody comes to. */
function removeOthers(directory: string, kept: readonly string[] = []): void {
  const needed = declarationsFrom(directory, 'index.d.ts');
  for (const name of globSync('**/*.{js,d.ts,js.map,d.ts.map}', { cwd: directory })) {
    const isKept = kept.some((folder) => name.startsWith(`${folder}/`)) || name === 'index.js';
    if (!isKept && !needed.has(name.replace(/\.map$/, ''))) rmSync(join(directory, name));
  }
}

function declarationsFrom(directory: string, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const { value } of moduleSpecifiers(name, readFileSync(join(directory, name), 'utf8'))) {
    if (!value.startsWith('.')) continue;
    const target = posix.join(dirname(name), value).replace(/(?:\.d)?\.[jt]s$/, '.d.ts');
    declarationsFrom(directory, target, found);
  }
  return found;
}
