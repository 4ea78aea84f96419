import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { LoadOptions } from '@posthouse/runtime';
import { EXIT } from '../exit-code.ts';
import { fetchTextFrom } from '../swarm-source/fetch-text-from.ts';
import { loadLibrary } from '../swarm-source/load-library.ts';
import { openPython } from '../swarm-source/open-python.ts';
import { Palette } from '../terminal/palette.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { UsageError } from '../usage-error.ts';
import { checkFile, type FileReport } from './check-file.ts';
import { checkModule } from './check-module.ts';
import { toReportLines } from './to-report-lines.ts';

export type ValidateOptions = {
  json?: boolean;
  library?: string;
  python?: string;
  fetchFrom?: readonly string[];
};

/** Checks files one after the other and tells everything that is wrong with them. */
export async function validateFiles(
  files: readonly string[],
  terminal: Terminal,
  { json = false, library: libraryFile, python, fetchFrom }: ValidateOptions = {},
): Promise<number> {
  const palette = new Palette(wantsColour(terminal.output, terminal.environment));
  const library = await loadLibrary(libraryFile, terminal.folder);
  const fetchText = fetchTextFrom(fetchFrom);
  let isGood = true;
  for (const file of files) {
    const report = await checkWithPython(file, terminal, { library, python, fetchText });
    isGood &&= report.problems.length === 0;
    if (json) print(terminal, JSON.stringify({ file, valid: report.problems.length === 0, ...report }));
    else for (const line of toReportLines(file, report, palette)) print(terminal, line);
  }
  return isGood ? EXIT.complete : EXIT.error;
}

/** What came of checking a file, and with which Python, if it took one. */
async function checkWithPython(
  file: string,
  terminal: Terminal,
  { python: interpreter, ...options }: Pick<LoadOptions, 'library' | 'fetchText'> & { python: string | undefined },
): Promise<FileReport> {
  const { folder, environment } = terminal;
  let used = '';
  const onStarted = (version: string, executable: string): void => {
    used = `, with code for Python ${version} (${executable})`;
  };
  const values = { swarmSource: file, python: interpreter ?? (environment.MAIL_PYTHON || undefined) };
  await using python = openPython(values, { folder, onStarted });
  const report = await check(file, terminal, { ...options, python });
  return { ...report, content: report.content + used };
}

async function check(
  file: string,
  { folder, input }: Terminal,
  options: Pick<LoadOptions, 'library' | 'python' | 'fetchText'>,
): Promise<FileReport> {
  if (file === '-') return checkFile(await readAll(input), { ...options, root: folder });
  const path = resolve(folder, file);
  if (/\.[cm]?[jt]s$/.test(file)) return checkModule(path);
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'it does not exist' : (cause as Error).message;
    throw new UsageError(`The file '${file}' cannot be read: ${reason}.`, { cause });
  });
  return checkFile(content, { ...options, root: dirname(path) });
}
