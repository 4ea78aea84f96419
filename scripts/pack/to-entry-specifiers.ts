import type { ExportTarget, PackageManifest } from '../workspace/package-manifest.ts';

/** Something a consumer can import from a package. */
export interface EntrySpecifier {
  specifier: string;
  format: 'module' | 'json';
}

/**
 * Every import a published package offers. A pattern such as `./schemas/*.json` stands for each file that fits it.
 *
 * @param files all files of the package, without leading `./`
 */
export function toEntrySpecifiers(manifest: PackageManifest, files: readonly string[]): EntrySpecifier[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
    const path = defaultPath(target);
    if (path === undefined) return [];
    const format = path.endsWith('.json') ? 'json' : 'module';
    return matches(path, files).map((match) => ({
      specifier: manifest.name + subpath.slice(1).replace('*', () => match),
      format,
    }));
  });
}

/** What `*` stands for in each file that fits the path; a path without `*` fits once, as itself. */
function matches(path: string, files: readonly string[]): string[] {
  const [prefix, suffix] = path.replace(/^\.\//, '').split('*');
  if (prefix === undefined || suffix === undefined) return [''];
  const fitting = files.filter((file) => file.startsWith(prefix) && file.endsWith(suffix));
  if (fitting.length === 0) throw new Error(`No packed file fits the exported pattern "${path}".`);
  return fitting.map((file) => file.slice(prefix.length, file.length - suffix.length));
}

function defaultPath(target: ExportTarget): string | undefined {
  if (target === null) return undefined;
  return typeof target === 'string' ? target : defaultPath(target.default ?? target.import ?? null);
}
