import type { WorkspacePackage } from './read-workspace.ts';

/** How a package is compiled and what it may assume about where it runs. */
export interface CompileProfile {
  /** The tsconfig at the root of the repository that holds its target, library and ambient types. */
  tsconfig: string;
  /** Runs in browsers and on older Node too: no Node built-ins, no API newer than ES2022. */
  portable: boolean;
}

/** Which Node a package promises to run on decides how it is compiled; nothing else does. */
const profiles: Record<string, CompileProfile> = {
  '>=18': { tsconfig: 'tsconfig.portable.json', portable: true },
  '>=24': { tsconfig: 'tsconfig.json', portable: false },
};

/** The profile of a package, taken from `engines.node` in its package.json. */
export function compileProfileOf({ folder, manifest }: WorkspacePackage): CompileProfile {
  const promised = manifest.engines?.node;
  const profile = promised === undefined ? undefined : profiles[promised];
  if (profile) return profile;
  const known = Object.keys(profiles)
    .map((each) => `"${each}"`)
    .join(' or ');
  throw new Error(
    `${folder}/package.json must say "engines": { "node": ${known} }, because that decides how it is compiled; ` +
      `it says ${promised === undefined ? 'nothing' : `"${promised}"`}.`,
  );
}
