import { describe, expect, it } from 'vitest';
import { dependencyOrder } from './dependency-order.ts';
import type { PackageManifest } from './package-manifest.ts';
import type { WorkspacePackage } from './read-workspace.ts';

function makePackage(name: string, fields: Partial<PackageManifest> = {}): WorkspacePackage {
  return { folder: `packages/${name}`, manifest: { name, version: '1.0.0', ...fields } };
}

function namesInOrder(packages: WorkspacePackage[]): string[] {
  return dependencyOrder(packages).map((each) => each.manifest.name);
}

describe('dependencyOrder', () => {
  it('puts dependencies, optional dependencies and peers first', () => {
    const packages = [
      makePackage('server', { dependencies: { runtime: '1.0.0' } }),
      makePackage('runtime', { peerDependencies: { store: '1.0.0' } }),
      makePackage('store', { optionalDependencies: { protocol: '1.0.0' } }),
      makePackage('protocol', { dependencies: { zod: '4.0.0' } }),
    ];
    expect(namesInOrder(packages)).toEqual(['protocol', 'store', 'runtime', 'server']);
  });

  it('lets two packages use each other in tests', () => {
    const packages = [
      makePackage('runtime', { devDependencies: { testkit: '1.0.0' } }),
      makePackage('testkit', { dependencies: { runtime: '1.0.0' } }),
    ];
    expect(namesInOrder(packages)).toEqual(['runtime', 'testkit']);
  });

  it('names a circle that it cannot order', () => {
    const packages = [
      makePackage('first', { dependencies: { second: '1.0.0' } }),
      makePackage('second', { dependencies: { third: '1.0.0' } }),
      makePackage('third', { dependencies: { second: '1.0.0' } }),
    ];
    expect(() => namesInOrder(packages)).toThrow('second → third → second');
  });
});
