import { access, readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the build of `apps/studio` lies, in the repository and in the published package alike. */
export const STUDIO_FOLDER: string = fileURLToPath(new URL('./dist/', import.meta.url));

/** A file of a built page, ready to be sent. */
export type PageFile = { type: string; bytes: Uint8Array<ArrayBuffer>; lasting: boolean };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Whether the studio was built. */
export async function hasStudio(folder: string = STUDIO_FOLDER): Promise<boolean> {
  return access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
}

/** The files of a built page by their paths below its folder; undefined when it was not built. */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile> | undefined> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((file) => file.isFile() && extname(file.name) in TYPES);
  const read = files.map(async (file): Promise<[string, PageFile]> => {
    const place = join(file.parentPath, file.name);
    const name = relative(folder, place).replaceAll(sep, '/');
    const bytes = new Uint8Array(await readFile(place));
    // The names of assets change with what is in them; the page that names them must be looked at again.
    return [name, { type: TYPES[extname(name)]!, bytes, lasting: name.startsWith('assets/') }];
  });
  const named = new Map(await Promise.all(read));
  return named.has('index.html') ? named : undefined;
}
