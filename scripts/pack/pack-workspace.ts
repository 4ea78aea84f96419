import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorkspace } from '../build/build-workspace.ts';
import { runCommand } from '../process/run-command.ts';
import type { PackageManifest } from '../workspace/package-manifest.ts';
import type { Workspace } from '../workspace/read-workspace.ts';

export interface PackedPackage {
  manifest: PackageManifest;
  tarball: string;
  /** The packed files, relative to the package, without leading `./`. */
  files: string[];
  /** Bytes of the tarball. */
  size: number;
}

/** Builds every public package aside, so that `dist` stays as it is, and packs each into the given folder. */
export async function packWorkspace(workspace: Workspace, destination: string): Promise<PackedPackage[]> {
  const temporary: string[] = [];
  try {
    const built = await buildWorkspace(workspace, ({ folder }) => {
      // Below the package, because its declarations look for their dependencies upwards from where they stand.
      const modules = join(workspace.root, folder, 'node_modules');
      mkdirSync(modules, { recursive: true });
      const directory = mkdtempSync(join(modules, '.posthouse-pack-'));
      temporary.push(directory);
      return directory;
    });
    const { code, stdout, output } = await runCommand(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', destination, ...built.map((each) => each.directory)],
      { directory: destination },
    );
    if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
    const reports = JSON.parse(stdout) as PackReport[];
    return built.map(({ manifest }) => {
      const report = reports.find((each) => each.name === manifest.name);
      if (!report) throw new Error(`npm pack did not report ${manifest.name}:\n${output}`);
      return {
        manifest,
        tarball: join(destination, report.filename),
        files: report.files.map((each) => each.path),
        size: report.size,
      };
    });
  } finally {
    for (const directory of temporary) rmSync(directory, { recursive: true, force: true });
  }
}

interface PackReport {
  name: string;
  filename: string;
  size: number;
  files: { path: string }[];
}
