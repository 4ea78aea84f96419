import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileProfileOf } from './compile-profile.ts';
import { publicPackages, readWorkspace, repositoryRoot } from './read-workspace.ts';

function profileFor(engines?: Record<string, string>) {
  return compileProfileOf({ folder: 'packages/sample', manifest: { name: 'sample', version: '1.0.0', engines } });
}

describe('compileProfileOf', () => {
  it('tells portable packages from those that need a new Node', () => {
    expect(profileFor({ node: '>=18' })).toEqual({ tsconfig: 'tsconfig.portable.json', portable: true });
    expect(profileFor({ node: '>=24' })).toEqual({ tsconfig: 'tsconfig.json', portable: false });
  });

  it('lists the known engines when a package names none, or another', () => {
    expect(() => profileFor()).toThrow('"engines": { "node": ">=18" or ">=24" }');
    expect(() => profileFor({ node: '^20' })).toThrow('packages/sample/package.json must say');
  });
});

describe('tsconfig.portable.json', () => {
  // `npm run check` type-checks this list; a portable package missing from it would only be noticed when packed.
  it('includes every portable package', () => {
    const { include } = JSON.parse(readFileSync(join(repositoryRoot, 'tsconfig.portable.json'), 'utf8')) as {
      include: string[];
    };
    const portable = publicPackages(readWorkspace()).filter((each) => compileProfileOf(each).portable);
    expect(portable.length).toBeGreaterThan(0);
    for (const { folder } of portable) expect(include).toContain(`${folder}/src`);
  });
});
