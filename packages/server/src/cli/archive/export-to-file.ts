import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportOwner, exportTask } from '@posthouse/runtime';
import { openStore, type Store, type Task } from '@posthouse/store';
import { type DatabaseFlags, findDatabase } from '../database/find-database.ts';
import { EXIT } from '../exit-code.ts';
import { printError, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { UsageError } from '../usage-error.ts';

type Flags = DatabaseFlags & { task?: string; user?: string; role?: string; swarm?: string; out?: string };

/** Writes a task, or everything of a user, into a file or to the output. */
export async function exportToFile(flags: Flags, terminal: Terminal): Promise<number> {
  if (flags.user === undefined) {
    // Others may have a task of the same id.
    throw new UsageError('Name the user with --user.', {
      hint: 'For example: export --user alice --out alice.jsonl',
    });
  }
  await using store = await openStore(findDatabase(flags, terminal));
  const pieces = Readable.from(await toPieces(store, flags), { objectMode: true, highWaterMark: 1 });
  if (flags.out === undefined) {
    await pipeline(pieces, terminal.output, { end: false });
    return EXIT.complete;
  }
  await writeNew(resolve(terminal.folder, flags.out), pieces);
  printError(terminal, `Exported to ${toPrintable(flags.out)}.`);
  return EXIT.complete;
}

async function toPieces(store: Store, { task, user, role, swarm }: Flags): Promise<AsyncGenerator<string>> {
  const as = role === 'admin' ? 'admin' : 'user';
  if (task === undefined) return exportOwner(store, { role: as, id: user! });
  const found: Task[] = [];
  for (const name of swarm === undefined ? await store.swarms() : [swarm]) {
    const known = await store.find({ swarm: name, role: as, id: user! }, task);
    if (known !== undefined) found.push(known);
  }
  const [only, ...others] = found;
  const whose = `${as} ${toPrintable(user!)}`;
  if (only === undefined) throw new UsageError(`There is no task '${toPrintable(task)}' of ${whose}.`);
  if (others.length === 0) return exportTask(store, only);
  const swarms = found.map(({ owner }) => toPrintable(owner.swarm)).join(', ');
  throw new UsageError(`Several tasks of ${whose} are called '${toPrintable(task)}', in the swarms ${swarms}.`, {
    hint: 'Say which one with --swarm.',
  });
}

/** A file that only its owner can read, and that is removed if the export fails. */
async function writeNew(path: string, pieces: Readable): Promise<void> {
  let isOurs = false;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 }).once('open', () => (isOurs = true));
  try {
    await pipeline(pieces, file);
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`The file '${toPrintable(path)}' already exists.`, { hint: 'Name another one with --out.' });
  }
}
