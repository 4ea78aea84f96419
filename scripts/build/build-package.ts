import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { runTsc } from '../process/run-tsc.ts';
import { compileProfileOf } from '../workspace/compile-profile.ts';
import type { Workspace, WorkspacePackage } from '../workspace/read-workspace.ts';
import { inlineDependencies } from './inline-dependencies.ts';
import { toAssets } from './to-assets.ts';
import { developmentFiles, toBuildTsconfig, type BuiltPackage } from './to-build-tsconfig.ts';
import { toDeclarationImports } from './to-declaration-imports.ts';
import { hasCommonJS, toPublishedManifest } from './to-published-manifest.ts';
import { COMMONJS_FOLDER } from './to-published-path.ts';
import { toShippedSources } from './to-shipped-sources.ts';

/** Compiles one package and completes the folder to what is packed. The packages it depends on have to be built. */
export async function buildPackage(options: {
  workspace: Workspace;
  target: WorkspacePackage;
  outputDirectory: string;
  built: readonly BuiltPackage[];
}): Promise<BuiltPackage> {
  const { workspace, target, outputDirectory } = options;
  const packageDirectory = join(workspace.root, target.folder);
  const versions = new Map(workspace.packages.map(({ manifest }) => [manifest.name, manifest.version]));
  const manifest = toPublishedManifest(target.manifest, versions);

  rmSync(outputDirectory, { recursive: true, force: true });
  mkdirSync(outputDirectory, { recursive: true });
  await compile({ ...options, packageDirectory });
  const commonJS = hasCommonJS(manifest) ? join(outputDirectory, COMMONJS_FOLDER) : undefined;
  if (commonJS !== undefined) {
    const folder = commonJS;
    mkdirSync(folder);
    await compile({ ...options, packageDirectory, outputDirectory: folder, format: 'commonjs' });
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  }
  if (target.manifest.inlinedDependencies !== undefined) {
    await inlineDependencies({
      manifest: target.manifest,
      built: options.built,
      directory: outputDirectory,
      commonJSDirectory: commonJS,
    });
  }
  convertDeclarations(outputDirectory);
  shipSources(packageDirectory, outputDirectory);
  copyOtherFiles(workspace.root, packageDirectory, outputDirectory, target);
  for (const path of Object.values(manifest.bin ?? {})) makeExecutable(join(outputDirectory, path), target.folder);
  writeFileSync(join(outputDirectory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { manifest, directory: outputDirectory };
}

async function compile(options: {
  workspace: Workspace;
  target: WorkspacePackage;
  packageDirectory: string;
  outputDirectory: string;
  built: readonly BuiltPackage[];
  format?: 'commonjs';
}): Promise<void> {
  const { root } = options.workspace;
  const { tsconfig } = compileProfileOf(options.target);
  const configFile = join(options.outputDirectory, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(toBuildTsconfig({ ...options, root, tsconfig })));
  const { code, output } = await runTsc(['--project', configFile], { directory: root });
  if (code !== 0) throw new Error(`${options.target.folder} does not compile with ${tsconfig}:\n${output}`);
  rmSync(configFile);
}

function convertDeclarations(outputDirectory: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: outputDirectory })) {
    const file = join(outputDirectory, name);
    writeFileSync(file, toDeclarationImports(name, readFileSync(file, 'utf8')));
  }
}

function shipSources(packageDirectory: string, outputDirectory: string): void {
  const sourceDirectory = toSlashes(relative(outputDirectory, join(packageDirectory, 'src')));
  for (const name of globSync('**/*.map', { cwd: outputDirectory })) {
    const file = join(outputDirectory, name);
    const { map, files } = toShippedSources(toSlashes(name), readFileSync(file, 'utf8'), sourceDirectory);
    writeFileSync(file, map);
    for (const each of files) copy(join(packageDirectory, 'src', each), join(outputDirectory, 'src', each));
  }
}

function copyOtherFiles(root: string, packageDirectory: string, output: string, target: WorkspacePackage): void {
  // Files that code reads at run time, found relative to its own address, lie beside it.
  for (const name of globSync('**/*.*', { cwd: join(packageDirectory, 'src') }).map(toSlashes)) {
    const skipped = /\.tsx?$/.test(name) || developmentFiles.some((pattern) => matchesGlob(name, `${pattern}{,/**}`));
    if (!skipped) copy(join(packageDirectory, 'src', name), join(output, name));
  }
  for (const name of toAssets(target.manifest)) {
    if (!existsSync(join(packageDirectory, name))) {
      throw new Error(`${target.folder}/package.json exports files of "${name}", but ${target.folder} has no ${name}.`);
    }
    cpSync(join(packageDirectory, name), join(output, name), { recursive: true });
  }
  const readme = join(packageDirectory, 'README.md');
  if (existsSync(readme)) copy(readme, join(output, 'README.md'));
  for (const name of ['LICENSE', 'NOTICE']) copy(join(root, name), join(output, name));
}

function makeExecutable(file: string, folder: string): void {
  if (!readFileSync(file, 'utf8').startsWith('#!/usr/bin/env node')) {
    throw new Error(`A command of ${folder} does not begin with "#!/usr/bin/env node", so a shell could not start it.`);
  }
  chmodSync(file, 0o755);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
