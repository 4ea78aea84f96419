import { INSTANCE_ROLES, isId, isTaskId, PosthouseError } from '@posthouse/protocol';
import { isDeleted, type SessionOwner, type Store } from '@posthouse/store';
import type { ExportedTask, ExportHeader, ExportLine } from './export-format.ts';
import { ImportedSession } from './import-session.ts';
import { ImportedTask } from './import-task.ts';
import { damaged, readExport } from './read-export.ts';

export type ImportOptions = {
  store: Store;
  /** Returns the bytes of the file from its beginning, each time it is called. */
  source: () => AsyncIterable<Uint8Array>;
  /** Also restores what was deleted here. */
  restore?: boolean;
  /** Skips what exists here already, and imports the rest. */
  skipExisting?: boolean;
  now?: () => number;
};

/** How much was imported, and how much existed already. */
export type Imported = { header: ExportHeader; tasks: number; sessions: number; skipped: number };

/**
 * Imports a file: reads it once to check that it is whole and that nothing in it exists here already, and once more
 * to write. Each task, and each session, is imported whole or not at all, and nothing of it starts to run.
 */
export async function importData({
  store,
  source,
  restore = false,
  skipExisting = false,
  now = Date.now,
}: ImportOptions): Promise<Imported> {
  const known = await check({ store, source, restore, skipExisting });
  const { header, lines } = await readExport(source());
  const imported: Imported = { header, tasks: 0, sessions: 0, skipped: known.size };
  let current: ImportedTask | ImportedSession | 'skipped' | undefined;
  try {
    for await (const { place, line } of lines) {
      if (line.type === 'task' || line.type === 'session') {
        if (known.has(place)) current = 'skipped';
        else if (line.type === 'task') current = await ImportedTask.begin(store, line.task, { restore, now });
        else current = await ImportedSession.begin(store, line.session, { restore });
      } else if (line.type === 'task-end' || line.type === 'session-end') {
        if (current !== 'skipped') {
          await current!.finish();
          imported[line.type === 'task-end' ? 'tasks' : 'sessions'] += 1;
        }
        current = undefined;
      } else if (current !== 'skipped') await current!.add(line);
    }
  } catch (error) {
    if (current !== undefined && current !== 'skipped') await current.drop().catch(() => undefined);
    throw error;
  }
  return imported;
}

type CheckOptions = Required<Pick<ImportOptions, 'store' | 'source' | 'restore' | 'skipExisting'>>;

/** Reads a file to its end without writing anything; gives the places of what is here already. */
async function check({ store, source, restore, skipExisting }: CheckOptions): Promise<Set<number>> {
  const known = new Set<number>();
  const { lines } = await readExport(source());
  let part: Part | undefined;
  for await (const { place, line } of lines) {
    part = nextPart(part, line, place);
    if (line.type !== 'task' && line.type !== 'session') continue;
    const name = line.type === 'task' ? `task '${line.task.taskId}'` : `chat session '${line.session.id}'`;
    const isHere = await isThere(store, line, restore).catch((error: unknown) => {
      throw isDeleted(error) ? wasDeleted(name) : error;
    });
    if (isHere && !skipExisting) throw isThereAlready(name);
    if (isHere) known.add(place);
  }
  if (part !== undefined) throw damaged('it ends in the middle of a task or session');
  return known;
}

type Opening = Extract<ExportLine, { type: 'task' | 'session' }>;

async function isThere(store: Store, line: Opening, restore: boolean): Promise<boolean> {
  const find =
    line.type === 'task'
      ? store.find(line.task.owner, line.task.taskId)
      : store.sessions.get(line.session.owner, line.session.id);
  const found: unknown = await (find as Promise<unknown>).catch((error: unknown) => {
    if (restore && isDeleted(error)) return undefined;
    throw error;
  });
  return found !== undefined;
}

/** What is between two lines: how much of it there has been, and must be. */
type Part = {
  type: 'task' | 'session';
  head: number;
  entries: number;
  turns: number;
  mail: number;
  keys: number;
  lines: number;
};

/** Follows the order of lines; refuses what cannot stand where it does. */
function nextPart(part: Part | undefined, line: ExportLine, place: number): Part | undefined {
  const counts = { head: 0, entries: 0, turns: 0, mail: 0, keys: 0, lines: 0 };
  if (line.type === 'task') {
    if (part !== undefined || !isNamed(line.task)) throw misplaced(place);
    return { ...counts, type: 'task', head: line.task.head };
  }
  if (line.type === 'session') {
    if (part !== undefined || !isOwned(line.session.owner) || !isId(line.session.id)) throw misplaced(place);
    return { ...counts, type: 'session' };
  }
  if (part === undefined) throw misplaced(place);
  if (line.type === 'session-end' || line.type === 'line') {
    if (part.type !== 'session') throw misplaced(place);
    if (line.type === 'line') return { ...part, lines: part.lines + 1 };
    if (part.lines !== line.lines) throw misplaced(place);
    return undefined;
  }
  if (part.type !== 'task') throw misplaced(place);
  switch (line.type) {
    case 'turn':
      return { ...part, turns: part.turns + 1 };
    case 'mail':
      return { ...part, mail: part.mail + 1 };
    case 'key':
      return { ...part, keys: part.keys + 1 };
    case 'live':
      return part;
    case 'entry':
      if (line.entry.seq !== part.entries + 1) throw misplaced(place);
      return { ...part, entries: part.entries + 1 };
    case 'task-end': {
      const isWhole = part.entries === part.head && part.turns === line.turns && part.mail === line.mail;
      if (!isWhole || part.keys !== line.keys) throw misplaced(place);
      return undefined;
    }
    default:
      throw misplaced(place);
  }
}

function isNamed({ owner, taskId }: ExportedTask): boolean {
  return isOwned(owner) && typeof owner.swarm === 'string' && isTaskId(taskId);
}

function isOwned({ role, id }: SessionOwner): boolean {
  return INSTANCE_ROLES.includes(role) && typeof id === 'string';
}

function misplaced(place: number): PosthouseError {
  return damaged(`line ${place} is out of place, or a line before it is missing`);
}

function isThereAlready(name: string): PosthouseError {
  return new PosthouseError({
    code: 'task_exists',
    message: `${name} already exists; nothing was imported. Import into another database, skip what exists with --skip-existing, or delete it first and import with --restore`,
  });
}

function wasDeleted(name: string): PosthouseError {
  return new PosthouseError({
    code: 'task_deleted',
    message: `${name} was deleted here less than 30 days ago; nothing was imported. To restore it anyway, import with --restore`,
  });
}
