import { defined, invalidInput, isId, MAX_ID_LENGTH } from '@posthouse/protocol';
import type { Records } from '@posthouse/store';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { hashToken, newToken } from '../new-token.ts';

const KIND = 'token';
const HANDLE_LENGTH = 12;

const valueSchema = z.object({
  role: z.enum(['user', 'admin', 'agent']),
  id: z.string(),
  name: z.string().optional(),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
});

/** What is stored about a token. Only its holder knows the token itself. */
export type TokenRecord = z.infer<typeof valueSchema> & {
  /** Names the token in lists and for revoking: the beginning of its hash. */
  handle: string;
};

/** Tokens to revoke: one by its handle, or all of a caller. */
export type TokenSelection = { handle: string } | { role: Caller['role']; id: string };

/**
 * Creates a token. This is the only time that it can be seen.
 *
 * @example
 * const { token } = await createToken(store.records, { role: 'admin', id: 'ops' });
 */
export async function createToken(
  records: Records,
  options: { role: Caller['role']; id: string; name?: string },
): Promise<{ token: string; record: TokenRecord }> {
  const { role, id, name } = options;
  checkID(id);
  const token = newToken(role);
  const hash = hashToken(token);
  const value = { role, id, ...defined({ name }), createdAt: new Date().toISOString() };
  await records.put(KIND, hash, value, { expect: 0 });
  return { token, record: { ...value, handle: toHandle(hash) } };
}

/** All tokens, oldest first. */
export async function listTokens(records: Records): Promise<TokenRecord[]> {
  const found = (await records.list(KIND)).map(({ id, value }) => ({
    ...valueSchema.parse(value),
    handle: toHandle(id),
  }));
  return found.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Revokes tokens and returns what was known about them. They stop working everywhere within two seconds. */
export async function revokeToken(records: Records, selection: TokenSelection): Promise<TokenRecord[]> {
  const all = await records.list(KIND);
  const chosen = all.filter(({ id, value }) => isChosen(id, valueSchema.parse(value), selection));
  if ('handle' in selection && chosen.length > 1) {
    throw invalidInput(`'${selection.handle}' matches ${chosen.length} handles; give more of its characters`);
  }
  for (const { id } of chosen) await records.delete(KIND, id);
  return chosen.map(({ id, value }) => ({ ...valueSchema.parse(value), handle: toHandle(id) }));
}

/** Whether anybody has ever been given a token that still works. */
export async function hasTokens(records: Records): Promise<boolean> {
  return (await records.list(KIND)).length > 0;
}

/** What is kept under the hash of a token, with the version that a later write has to expect. */
export async function findToken(
  records: Records,
  token: string,
): Promise<{ value: z.infer<typeof valueSchema>; version: number } | undefined> {
  const found = await records.get(KIND, hashToken(token));
  return found && { value: valueSchema.parse(found.value), version: found.version };
}

/** Notes that a token was used. A token that was revoked meanwhile stays revoked. */
export async function touchToken(
  records: Records,
  token: string,
  { value, version }: { value: z.infer<typeof valueSchema>; version: number },
): Promise<void> {
  await records.put(KIND, hashToken(token), { ...value, lastUsedAt: new Date().toISOString() }, { expect: version });
}

function toHandle(hash: string): string {
  return hash.slice(0, HANDLE_LENGTH);
}

function isChosen(hash: string, { role, id }: z.infer<typeof valueSchema>, selection: TokenSelection): boolean {
  if ('handle' in selection) {
    const { handle } = selection;
    // A few letters could hit any token; whoever copies a handle copies it whole.
    return handle.length >= 6 && hash.startsWith(handle);
  }
  return selection.role === role && selection.id === id;
}

function checkID(id: string): void {
  if (isId(id) && id === id.trim() && !/\p{Cc}/u.test(id)) return;
  throw invalidInput(
    `an id must have 1 to ${MAX_ID_LENGTH} characters, without line breaks or spaces around it, but it is ${JSON.stringify(id.slice(0, 80))}`,
  );
}
