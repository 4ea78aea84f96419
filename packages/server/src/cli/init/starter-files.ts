import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAMES = ['swarm.ts', 'swarms.json', 'model.ts', 'roll-dice.ts', 'mail.toml'] as const;

export type StarterFile = { name: string; content: string };

/** The files of a swarm to start from. They lie beside this module, with an ending that no tool takes for code. */
export function readStarterFiles(): Promise<StarterFile[]> {
  const folder = join(import.meta.dirname, 'starter');
  return Promise.all(
    NAMES.map(async (name) => ({ name, content: await readFile(join(folder, `${name}.txt`), 'utf8') })),
  );
}

/** A package.json for a folder that has none, so that the starter finds what it imports. */
export function toPackageFile(folderName: string, version: string): StarterFile {
  const manifest = {
    name: toPackageName(folderName),
    private: true,
    type: 'module',
    scripts: { start: 'posthouse server' },
    dependencies: { '@posthouse/runtime': `^${version}`, '@posthouse/server': `^${version}` },
    engines: { node: '>=24' },
  };
  return { name: 'package.json', content: `${JSON.stringify(manifest, null, 2)}\n` };
}

function toPackageName(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'starter' : name;
}
