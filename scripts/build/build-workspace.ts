import { dependencyOrder } from '../workspace/dependency-order.ts';
import { publicPackages, type Workspace, type WorkspacePackage } from '../workspace/read-workspace.ts';
import { buildPackage } from './build-package.ts';
import type { BuiltPackage } from './to-build-tsconfig.ts';

/** Builds every public package, each after those it depends on. */
export async function buildWorkspace(
  workspace: Workspace,
  outputDirectoryOf: (target: WorkspacePackage) => string,
): Promise<BuiltPackage[]> {
  const built: BuiltPackage[] = [];
  for (const target of dependencyOrder(publicPackages(workspace))) {
    built.push(await buildPackage({ workspace, target, outputDirectory: outputDirectoryOf(target), built }));
  }
  return built;
}
