import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The scripts of a built page that a reader has to load before they see a view, and how large they are when compressed. */
export async function neededAtOnce(folder: string, view: string): Promise<{ names: string[]; bytes: number }> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const assets = await readdir(join(folder, 'assets'));
  // What the page names, and the view with everything it names in turn.
  const needed = new Set([...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!));
  const waiting = [...needed, ...assets.filter((name) => name.startsWith(`${view}-`) && name.endsWith('.js'))];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    needed.add(name);
    const text = await readFile(join(folder, 'assets', name), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, each]) => each!);
    waiting.push(...imports.filter((each) => !needed.has(each)));
  }
  let bytes = 0;
  for (const name of needed) bytes += gzipSync(await readFile(join(folder, 'assets', name))).length;
  return { names: [...needed], bytes };
}
