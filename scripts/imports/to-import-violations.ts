import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { ModuleSpecifier } from '../modules/module-specifiers.ts';
import { compileProfileOf } from '../workspace/compile-profile.ts';
import type { PackageManifest } from '../workspace/package-manifest.ts';
import type { Workspace, WorkspacePackage } from '../workspace/read-workspace.ts';
import { roomOf } from './room-of.ts';
import type { RoomRule } from './room-rules.ts';

/** A file of the repository and the modules it names; `path` is relative to the root, with forward slashes. */
export interface SourceFile {
  path: string;
  specifiers: readonly ModuleSpecifier[];
}

export type RoomRules = Readonly<Record<string, RoomRule>>;

const scope = '@posthouse/';

/** What is wrong with the imports of one file, a sentence each; empty if nothing is. */
export function toImportViolations(file: SourceFile, rules: RoomRules, workspace: Workspace): string[] {
  const room = roomOf(file.path, rules);
  const rule = room === undefined ? undefined : rules[room];
  if (room === undefined || rule === undefined) {
    return [`${file.path}: no room is known for this folder. Say in scripts/imports/room-rules.ts what it may import.`];
  }
  const owner = workspace.packages.find(({ folder }) => folder === room);
  const view: FileView = { path: file.path, room, rule, rules, owner, root: workspace.manifest };
  return file.specifiers.flatMap((specifier) => {
    const reason = reasonAgainst(specifier, { ...view, development: isDevelopmentFile(file.path, owner) });
    return reason === undefined ? [] : [`${file.path}:${specifier.line}: imports "${specifier.value}", but ${reason}.`];
  });
}

interface FileView {
  path: string;
  room: string;
  rule: RoomRule;
  rules: RoomRules;
  owner: WorkspacePackage | undefined;
  root: PackageManifest;
}

type Importer = FileView & { development: boolean };

/** Tests, fixtures, settings of tools and whatever is not shipped; folders without a package of their own never are. */
function isDevelopmentFile(path: string, owner: WorkspacePackage | undefined): boolean {
  if (owner === undefined || /\.(?:test\.tsx?|config\.ts)$/.test(path) || path.includes('/__fixtures__/')) return true;
  return owner.manifest.private !== true && !path.startsWith(`${owner.folder}/src/`);
}

function reasonAgainst(specifier: ModuleSpecifier, importer: Importer): string | undefined {
  const { value } = specifier;
  if (/^\.{0,2}\//.test(value) || value === '.' || value === '..') return reasonAgainstPath(value, importer);
  if (value.startsWith('#')) return undefined;
  if (isBuiltin(value)) return reasonAgainstBuiltin(importer);
  const name = packageNameOf(value);
  if (name === importer.owner?.manifest.name) return undefined;
  const reason = name.startsWith(scope)
    ? reasonAgainstRoom(specifier, importer)
    : reasonAgainstThirdParty(name, importer);
  return reason ?? reasonAgainstUndeclared(name, importer);
}

function reasonAgainstPath(value: string, { path, room, rule, rules }: Importer): string | undefined {
  if (value.startsWith('/')) return 'an absolute path exists on one machine only';
  const target = posix.join(posix.dirname(path), value);
  if (!target.startsWith('..') && (rule.mayReachInside || roomOf(target, rules) === room)) return undefined;
  return `a relative path must stay inside ${room}; name the package instead`;
}

function reasonAgainstBuiltin({ owner, development }: Importer): string | undefined {
  if (development || owner === undefined || owner.manifest.private === true) return undefined;
  return compileProfileOf(owner).portable ? `${owner.folder} also runs in browsers, which lack it` : undefined;
}

function reasonAgainstRoom(
  { value, kind }: ModuleSpecifier,
  { room, rule, development }: Importer,
): string | undefined {
  if (rule.mayImport === 'anything') return undefined;
  const entry = value.slice(scope.length);
  const isPartOf = (allowed: string): boolean => entry === allowed || entry.startsWith(`${allowed}/`);
  const forTests = development ? ['testkit', ...(rule.mayTestWith ?? [])] : [];
  if ([...rule.mayImport, ...forTests].some(isPartOf)) return undefined;
  if (rule.mayLoadLazily?.some(isPartOf)) {
    return kind === 'static' ? `${room} may load it only when needed, with import()` : undefined;
  }
  const allowed = [...rule.mayImport, ...(rule.mayLoadLazily ?? [])].join(', ');
  return `${room} may import ${allowed || 'no other room'}${allowed ? ' only' : ''}`;
}

function reasonAgainstThirdParty(name: string, { room, rule, development }: Importer): string | undefined {
  if (development || rule.thirdParty === undefined || rule.thirdParty.includes(name)) return undefined;
  return `${room} may use ${rule.thirdParty.join(', ')} and no other package`;
}

function reasonAgainstUndeclared(name: string, { owner, root, development }: Importer): string | undefined {
  // npm links all workspaces where the folders without a package of their own find them.
  if (owner === undefined && name.startsWith(scope)) return undefined;
  const manifest = owner?.manifest ?? root;
  const { dependencies, optionalDependencies, peerDependencies, inlinedDependencies } = manifest;
  if (inlinedDependencies?.includes(name) === true) return undefined;
  const fields = [dependencies, optionalDependencies, peerDependencies];
  if (development) fields.push(manifest.devDependencies, root.devDependencies);
  if (fields.some((each) => each !== undefined && name in each)) return undefined;
  const file = owner ? `${owner.folder}/package.json` : 'package.json';
  return `${file} does not declare ${name}${development ? '' : ' as something that is installed with the package'}`;
}

function packageNameOf(value: string): string {
  return value
    .split('/')
    .slice(0, value.startsWith('@') ? 2 : 1)
    .join('/');
}
