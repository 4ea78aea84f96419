import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageManifest } from './package-manifest.ts';

/** A folder of the repository that has its own package.json; `folder` is relative to the root, with forward slashes. */
export interface WorkspacePackage {
  folder: string;
  manifest: PackageManifest;
}

/** The root package and every workspace below it, sorted by folder. */
export interface Workspace {
  root: string;
  manifest: PackageManifest;
  packages: WorkspacePackage[];
}

/** The repository this file belongs to, wherever it is checked out. */
export const repositoryRoot = join(import.meta.dirname, '../..');

/** Reads the root package.json and those of all its workspaces. */
export function readWorkspace(root: string = repositoryRoot): Workspace {
  const manifest = readManifest(join(root, 'package.json')) as PackageManifest & { workspaces?: string[] };
  const folders = globSync(
    (manifest.workspaces ?? []).map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .map((file) => file.replaceAll('\\', '/').replace(/\/package\.json$/, ''))
    .toSorted();
  const packages = folders.map((folder) => ({ folder, manifest: readManifest(join(root, folder, 'package.json')) }));
  return { root, manifest, packages };
}

/** The packages that are published: everything that is not marked private. */
export function publicPackages(workspace: Workspace): WorkspacePackage[] {
  return workspace.packages.filter((each) => each.manifest.private !== true);
}

function readManifest(file: string): PackageManifest {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as PackageManifest;
  } catch (cause) {
    throw new Error(`${file} is not valid JSON; npm and the build both need it to be.`, { cause });
  }
}
