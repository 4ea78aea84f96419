import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { EXIT } from '../exit-code.ts';
import { loadLibrary } from '../swarm-source/load-library.ts';
import { Palette } from '../terminal/palette.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { UsageError } from '../usage-error.ts';
import { checkFile, type FileReport } from './check-file.ts';
import { checkModule } from './check-module.ts';
import { toReportLines } from './to-report-lines.ts';

export type ValidateOptions = { json?: boolean; library?: string };

/** Checks files one after the other and tells everything that is wrong with them. */
export async function validateFiles(
  files: readonly string[],
  terminal: Terminal,
  { json = false, library: libraryFile }: ValidateOptions = {},
): Promise<number> {
  const palette = new Palette(wantsColour(terminal.output, terminal.environment));
  const library = await loadLibrary(libraryFile, terminal.folder);
  let isGood = true;
  for (const file of files) {
    const report = await check(file, terminal, { library });
    isGood &&= report.problems.length === 0;
    if (json) print(terminal, JSON.stringify({ file, valid: report.problems.length === 0, ...report }));
    else for (const line of toReportLines(file, report, palette)) print(terminal, line);
  }
  return isGood ? EXIT.complete : EXIT.error;
}

async function check(
  file: string,
  { folder, input }: Terminal,
  { library }: { library: Awaited<ReturnType<typeof loadLibrary>> },
): Promise<FileReport> {
  if (file === '-') return checkFile(await readAll(input), { library, root: folder });
  const path = resolve(folder, file);
  if (/\.[cm]?[jt]s$/.test(file)) return checkModule(path);
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'it does not exist' : (cause as Error).message;
    throw new UsageError(`The file '${file}' cannot be read: ${reason}.`, { cause });
  });
  return checkFile(content, { library, root: dirname(path) });
}
