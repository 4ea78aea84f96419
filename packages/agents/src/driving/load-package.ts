import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PosthouseError } from '@posthouse/protocol';

export interface AgentPackage {
  /** The adapter that asks, for the sentence when it is missing. */
  readonly agent: string;
  /** Such as `@opencode-ai/sdk`. */
  readonly packageName: string;
  /** Such as `./v2`; the package itself unless given. */
  readonly entry?: string | undefined;
  /** A folder in whose `node_modules` it may be, besides our own and those of the working directory. */
  readonly from?: string | undefined;
}

/**
 * Loads the package of an agent program, which is not a dependency of ours: whoever wants the agent installs it, next to us or
 * in the project the server is started in. Rejects with `agent_unavailable` and the command to install it.
 */
export async function loadPackage<Module>(wanted: AgentPackage): Promise<Module> {
  const folder = findPackage(wanted);
  const entry = folder === undefined ? undefined : entryOf(folder, wanted.entry ?? '.');
  if (folder === undefined || entry === undefined) throw missingPackage(wanted);
  return (await import(pathToFileURL(join(folder, entry)).href)) as Module;
}

/** The folder of an installed package, if it is installed. */
export function findPackage({ packageName, from }: Omit<AgentPackage, 'agent'>): string | undefined {
  for (const place of [...(from === undefined ? [] : [from]), import.meta.dirname, process.cwd()]) {
    const folder = findPackageIn(place, packageName);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** The same, as seen from one place. */
export function findPackageIn(place: string, packageName: string): string | undefined {
  try {
    const file = findPackageJSON(packageName, pathToFileURL(join(place, 'package.json')));
    return file === undefined ? undefined : dirname(file);
  } catch {
    return undefined;
  }
}

/** The error for a package that is not installed. */
export function missingPackage({ agent, packageName }: AgentPackage): PosthouseError {
  return new PosthouseError({
    code: 'agent_unavailable',
    message: `The agent "${agent}" needs the package ${packageName}. Install it with "npm install ${packageName}".`,
    details: { package: packageName },
  });
}

/** The file behind an entry of a package that is imported. Packages of agents often have no entry for `require`. */
function entryOf(folder: string, entry: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { exports } = manifest;
  if (exports === undefined) return entry === '.' ? (manifest.main ?? 'index.js') : entry;
  const isMap =
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!isMap) return entry === '.' ? importTarget(exports) : undefined;
  const map = exports as Record<string, unknown>;
  if (entry in map) return importTarget(map[entry]);
  for (const [pattern, target] of Object.entries(map)) {
    const [before, after] = pattern.split('*');
    if (before === undefined || after === undefined) continue;
    if (!entry.startsWith(before) || !entry.endsWith(after)) continue;
    return importTarget(target)?.replaceAll('*', entry.slice(before.length, entry.length - after.length));
  }
  return undefined;
}

interface Manifest {
  exports?: unknown;
  main?: string;
}

function importTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) return importTarget(target[0]);
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    if (['node', 'import', 'module-sync', 'default'].includes(condition)) return importTarget(inner);
  }
  return undefined;
}
