import type { WorkspacePackage } from './read-workspace.ts';

/**
 * Sorts packages so that each comes after the packages it depends on. Dev dependencies do not count: a package may test
 * itself with a package that depends on it.
 *
 * @example
 * dependencyOrder(publicPackages(readWorkspace())).map((each) => each.folder);
 */
export function dependencyOrder(packages: readonly WorkspacePackage[]): WorkspacePackage[] {
  const byName = new Map(packages.map((each) => [each.manifest.name, each]));
  const ordered = new Set<WorkspacePackage>();

  const visit = (current: WorkspacePackage, path: readonly string[]): void => {
    if (ordered.has(current)) return;
    const { name } = current.manifest;
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name].join(' → ');
      throw new Error(`These packages depend on each other in a circle, so none can be built first: ${circle}`);
    }
    for (const dependency of runtimeDependencies(current)) {
      const next = byName.get(dependency);
      if (next) visit(next, [...path, name]);
    }
    ordered.add(current);
  };

  for (const each of packages) visit(each, []);
  return [...ordered];
}

function runtimeDependencies({ manifest }: WorkspacePackage): string[] {
  const { dependencies, optionalDependencies, peerDependencies, inlinedDependencies = [] } = manifest;
  const all = [dependencies, optionalDependencies, peerDependencies].flatMap((each) => Object.keys(each ?? {}));
  return [...all, ...inlinedDependencies];
}
