import type { ExportTarget, PackageManifest } from '../workspace/package-manifest.ts';

/**
 * Files and folders outside `src` that a package exports as they are, by the first part of their path: an entry
 * `./schemas/*.json` needs the folder `schemas`.
 */
export function toAssets(manifest: PackageManifest): string[] {
  const paths = Object.values(manifest.exports ?? {}).flatMap(pathsOf);
  const names = paths.flatMap((path) => path.split('/')[1] ?? []).filter((name) => name !== 'src');
  return [...new Set(names)].filter((name) => name !== 'package.json');
}

function pathsOf(target: ExportTarget): string[] {
  if (target === null) return [];
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(pathsOf);
}
