import { existsSync } from 'node:fs';
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { packageVersion } from '../../versions.ts';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Writes a swarm to start from into a folder: all of its files or, when one is there already, none. */
export async function writeStarter(folderName: string | undefined, terminal: Terminal): Promise<number> {
  const folder = resolve(terminal.folder, folderName ?? '.');
  const files = await readStarterFiles();
  const taken = files.filter(({ name }) => existsSync(join(folder, name))).map(({ name }) => name);
  if (taken.length > 0) {
    throw new UsageError(
      `Nothing was written: ${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'} already there.`,
      {
        hint: `Name another folder: ${terminal.program} init my-swarm`,
      },
    );
  }
  if (!existsSync(join(folder, 'package.json'))) files.push(toPackageFile(basename(folder), packageVersion()));
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new UsageError(`The folder '${folderName}' cannot be created: ${(cause as Error).message}`, { cause });
  });
  await writeAll(folder, files);
  const way = relative(terminal.folder, folder);
  for (const { name } of files) print(terminal, `wrote ${join(way, name)}`);
  print(terminal, '');
  print(terminal, ['Now:', ...(way === '' ? [] : [`  cd ${way}`]), ...toNextSteps(terminal.program)].join('\n'));
  return EXIT.complete;
}

/** The flag makes the system itself refuse to overwrite, should a file have come up since we looked. */
async function writeAll(folder: string, files: readonly StarterFile[]): Promise<void> {
  const written: string[] = [];
  try {
    for (const { name, content } of files) {
      await writeFile(join(folder, name), content, { flag: 'wx' });
      written.push(name);
    }
  } catch (cause) {
    for (const name of written) await unlink(join(folder, name));
    throw new UsageError(`Nothing was written: ${(cause as Error).message}`, { cause });
  }
}

function toNextSteps(program: string): string[] {
  return [
    '  npm install',
    `  npx ${program} server                      # answers offline until you set OPENAI_API_KEY or ANTHROPIC_API_KEY`,
    `  npx ${program} run 'Roll 3 dice, please.'  # in another terminal`,
  ];
}

const NAMES = ['swarm.ts', 'swarms.json', 'model.ts', 'roll-dice.ts', 'mail.toml'] as const;

type StarterFile = { name: string; content: string };

/** The files of a swarm to start from. They lie beside this module, with an ending that no tool takes for code. */
function readStarterFiles(): Promise<StarterFile[]> {
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
