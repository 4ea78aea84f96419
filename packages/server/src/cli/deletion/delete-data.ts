import { forgetOwner, prune, storeDeleter } from '@posthouse/runtime';
import { openStore, type Store } from '@posthouse/store';
import { revokeToken } from '../../auth/tokens/token-records.ts';
import { loadConfig } from '../../config/load-config.ts';
import { toRetention } from '../../config/to-start-options.ts';
import { type DatabaseFlags, findDatabase } from '../database/find-database.ts';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { UsageError } from '../usage-error.ts';

type Flags = DatabaseFlags & { json?: boolean };

/** Whoever can call the command has the database. */
const COMMAND_LINE = { by: 'command line', why: 'admin' } as const;

/** How long to wait when somebody else keeps the file busy. */
const BUSY_MS = 20;
const ERASING_MS = 60_000;

/** Deletes everything of a user. */
export async function forgetUser(id: string, flags: Flags & { role?: string }, terminal: Terminal): Promise<number> {
  const role = flags.role === 'admin' ? 'admin' : 'user';
  await using store = await openStore(findDatabase(flags, terminal));
  const tokens = await revokeToken(store.records, { role, id });
  const { counts } = await forgetOwner(store, { role, id }, storeDeleter(store, COMMAND_LINE), {
    tokens: tokens.length,
  });
  const { tasks, sessions } = counts;
  const erased = await eraseAll(store);
  const outcome = { user_id: id, tasks, sessions, tokens: tokens.length, erased };
  const text = `Deleted ${tasks} tasks, ${sessions} chat sessions and ${tokens.length} tokens of ${role} ${toPrintable(id)}.`;
  print(terminal, flags.json === true ? JSON.stringify(outcome) : text + (erased ? '' : UNERASED));
  return EXIT.complete;
}

/** Deletes what is older than the configuration allows. */
export async function pruneOld(flags: Flags & Record<string, string | boolean>, terminal: Terminal): Promise<number> {
  const { json, ...given } = flags;
  const { environment, folder } = terminal;
  const retention = toRetention(loadConfig({ flags: given, environment, folder }).values);
  if (Object.keys(retention).length === 0) {
    throw new UsageError('No retention is configured.', {
      hint: 'For example: prune --retention-complete-days 30',
    });
  }
  await using store = await openStore(findDatabase(flags, terminal));
  const gone = await prune({
    ...storeDeleter(store, { ...COMMAND_LINE, why: 'retention' }),
    store,
    retention,
    now: Date.now,
  });
  const erased = await eraseAll(store);
  const text = `Deleted ${gone.tasks} tasks and ${gone.sessions} chat sessions.`;
  print(terminal, json === true ? JSON.stringify({ ...gone, erased }) : text + (erased ? '' : UNERASED));
  return EXIT.complete;
}

/** Erases what was deleted, also by others; whether that came to an end. A server that uses the file is waited for. */
async function eraseAll({ deletions }: Store): Promise<boolean> {
  const deadline = Date.now() + ERASING_MS;
  while (!(await deletions.isErased())) {
    if (await deletions.erase()) continue;
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
  }
  return true;
}

/** What is added when others have kept the file busy all the time. */
const UNERASED = ' The file is in use: a server erases the rest of the data when it is idle.';
