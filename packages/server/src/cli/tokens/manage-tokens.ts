import { openStore, type Records } from '@posthouse/store';
import type { Caller } from '../../auth/caller.ts';
import { createToken, listTokens, revokeToken, type TokenRecord } from '../../auth/tokens/token-records.ts';
import { type DatabaseFlags, findDatabase } from '../database/find-database.ts';
import { EXIT } from '../exit-code.ts';
import { print, printError, type Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { toTokenTable } from './to-token-table.ts';

export type TokenFlags = DatabaseFlags & {
  role?: string;
  id?: string;
  name?: string;
  json?: boolean;
};

/** Creates, lists or revokes tokens in the database that the server is configured with. */
export async function manageTokens(words: readonly string[], flags: TokenFlags, terminal: Terminal): Promise<number> {
  const [what, handle] = words;
  if (what !== 'create' && what !== 'list' && what !== 'revoke') {
    throw new UsageError(`'token' can create, list and revoke, but not ${what}.`, {
      unknown: { word: what ?? '', known: ['create', 'list', 'revoke'] },
    });
  }
  if (handle !== undefined && what !== 'revoke') throw new UsageError(`'token ${what}' takes no handle.`);
  const selection = what === 'revoke' ? toSelection(handle, flags) : undefined;
  const owner = what === 'create' ? toOwner(flags) : undefined;
  const url = findDatabase(flags, terminal);
  await using store = await openStore(url);
  if (owner !== undefined) return await create(store.records, { ...flags, ...owner }, terminal, url);
  if (selection !== undefined) return await revoke(store.records, selection, flags, terminal);
  return await list(store.records, flags, terminal);
}

function toOwner({ role, id }: TokenFlags): { role: Caller['role']; id: string } {
  if (role === undefined || id === undefined) {
    throw new UsageError(`A token needs ${role === undefined ? 'a role' : 'an id'}.`, {
      hint: 'For example: token create --role admin --id me',
    });
  }
  return { role: role as Caller['role'], id };
}

function toSelection(
  handle: string | undefined,
  flags: TokenFlags,
): { handle: string } | { role: Caller['role']; id: string } {
  if (handle === undefined) return toOwner(flags);
  if (flags.id !== undefined || flags.role !== undefined) {
    throw new UsageError('Name the token by its handle, or by role and id, not by both.');
  }
  // Whoever pastes the token itself should not find it in the history of the shell as well as revoked by chance.
  if (!/^[0-9a-f]{6,64}$/i.test(handle)) {
    throw new UsageError('A handle has 12 characters from 0 to 9 and a to f; token list shows them.');
  }
  return { handle: handle.toLowerCase() };
}

async function create(
  records: Records,
  options: { role: Caller['role']; id: string; name?: string; json?: boolean },
  terminal: Terminal,
  url: string,
): Promise<number> {
  const { role, id, name, json } = options;
  const { token, record } = await createToken(records, { role, id, name });
  if (json === true) {
    print(terminal, JSON.stringify({ token, ...record }));
    return EXIT.complete;
  }
  // The token alone goes to the output, so that TOKEN=$(posthouse token create …) works.
  print(terminal, token);
  const place = url.startsWith('postgres') ? 'the database' : url;
  printError(
    terminal,
    `This ${role} token of ${id} is shown only once. Its handle is ${record.handle}; its hash is stored in ${place}.`,
  );
  return EXIT.complete;
}

async function list(records: Records, { json, role, id }: TokenFlags, terminal: Terminal): Promise<number> {
  const all = await listTokens(records);
  const chosen = all.filter((one) => (role === undefined || one.role === role) && (id === undefined || one.id === id));
  if (json === true) for (const record of chosen) print(terminal, JSON.stringify(record));
  else print(terminal, chosen.length === 0 ? 'There are no tokens.' : toTokenTable(chosen));
  return EXIT.complete;
}

async function revoke(
  records: Records,
  selection: Parameters<typeof revokeToken>[1],
  { json }: TokenFlags,
  terminal: Terminal,
): Promise<number> {
  const revoked: TokenRecord[] = await revokeToken(records, selection);
  if (json === true) for (const record of revoked) print(terminal, JSON.stringify(record));
  else if (revoked.length > 0) print(terminal, `Revoked:\n${toTokenTable(revoked)}`);
  if (revoked.length > 0) return EXIT.complete;
  printError(terminal, 'There is no such token.');
  return EXIT.error;
}
