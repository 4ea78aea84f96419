import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { importData } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { type DatabaseFlags, findDatabase } from '../database/find-database.ts';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { UsageError } from '../usage-error.ts';

type Flags = DatabaseFlags & { json?: boolean; restore?: boolean; 'skip-existing'?: boolean };

/** Imports what was exported. */
export async function importFile(file: string, flags: Flags, terminal: Terminal): Promise<number> {
  const path = resolve(terminal.folder, file);
  await access(path).catch(() => {
    throw new UsageError(`There is no file '${toPrintable(file)}' that can be read.`);
  });
  await using store = await openStore(findDatabase(flags, terminal));
  const { header, tasks, sessions, skipped } = await importData({
    store,
    source: () => createReadStream(path),
    restore: flags.restore === true,
    skipExisting: flags['skip-existing'] === true,
  });
  const left = skipped === 0 ? '' : ` Skipped ${skipped} that already exist.`;
  const text = `Imported ${tasks} tasks and ${sessions} chat sessions.${left}`;
  print(terminal, flags.json === true ? JSON.stringify({ kind: header.kind, tasks, sessions, skipped }) : text);
  return EXIT.complete;
}
