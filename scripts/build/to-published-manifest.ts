import type { ExportTarget, PackageManifest } from '../workspace/package-manifest.ts';
import { toCommonJSPath, toDeclarationPath, toPublishedPath } from './to-published-path.ts';

/**
 * The package.json that is published, made from the one that serves development. Only what an installed package needs
 * is taken over, so a new field of ours does not leak by accident.
 *
 * @param versions the current version of every workspace package by name
 */
export function toPublishedManifest(manifest: PackageManifest, versions: ReadonlyMap<string, string>): PackageManifest {
  for (const field of ['description', 'license', 'engines', 'exports'] as const) {
    if (manifest[field] === undefined) {
      throw new Error(`The package.json of ${manifest.name} has no "${field}", and a published package needs one.`);
    }
  }
  const { name, version, description, keywords, license, type, engines, peerDependenciesMeta } = manifest;
  const toRanges = (dependencies: Record<string, string> | undefined): Record<string, string> | undefined =>
    dependencies && mapValues(dependencies, (range, dependency) => toRange(range, versions.get(dependency)));
  return withoutUndefined({
    name,
    version,
    description,
    keywords,
    license,
    type,
    sideEffects: Array.isArray(manifest.sideEffects) ? manifest.sideEffects.map(toPublishedPath) : manifest.sideEffects,
    // npm wants the paths of commands without the leading "./" and would rewrite them with a warning.
    bin: manifest.bin && mapValues(manifest.bin, (path) => toPublishedPath(path).replace(/^\.\//, '')),
    exports: {
      ...mapValues(manifest.exports ?? {}, (target) => toPublishedTarget(target)),
      './package.json': './package.json',
    },
    dependencies: toRanges(manifest.dependencies),
    optionalDependencies: toRanges(manifest.optionalDependencies),
    peerDependencies: toRanges(manifest.peerDependencies),
    peerDependenciesMeta,
    engines,
    publishConfig: { access: 'public' },
  });
}

/** Workspace packages release on their own, so a consumer may combine compatible versions of them. */
function toRange(range: string, workspaceVersion: string | undefined): string {
  return workspaceVersion === undefined ? range : `^${workspaceVersion}`;
}

function toPublishedTarget(target: ExportTarget, toPath = toPublishedPath): ExportTarget {
  if (target === null) return null;
  if (typeof target === 'object') {
    // What is `require`d is compiled a second time; all the rest is the same file for everybody.
    return mapValues(target, (each, condition) =>
      toPublishedTarget(each, condition === 'require' ? toCommonJSPath : toPath),
    );
  }
  const path = toPath(target);
  const types = toDeclarationPath(target, path);
  // TypeScript takes the first condition that fits, so `types` has to come first.
  return types === undefined ? path : { types, default: path };
}

/** Whether a package is also published as CommonJS: it then says what `require` gives. */
export function hasCommonJS({ exports }: PackageManifest): boolean {
  return Object.values(exports ?? {}).some(
    (target) => typeof target === 'object' && target !== null && 'require' in target,
  );
}

function mapValues<From, To>(record: Record<string, From>, convert: (value: From, key: string) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value, key)])) as Record<
    string,
    To
  >;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}
