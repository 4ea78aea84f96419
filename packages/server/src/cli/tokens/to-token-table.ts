import type { TokenRecord } from '../../auth/tokens/token-records.ts';
import { toColumns } from '../terminal/to-columns.ts';
import { toPrintable } from '../terminal/to-printable.ts';

/** Tokens for people: one line each, in columns. */
export function toTokenTable(tokens: readonly TokenRecord[]): string {
  return toColumns([
    ['HANDLE', 'ROLE', 'ID', 'CREATED', 'LAST USED', 'NAME'],
    ...tokens.map(({ handle, role, id, createdAt, lastUsedAt, name }) => [
      handle,
      role,
      toPrintable(id),
      toDay(createdAt),
      lastUsedAt === undefined ? 'never' : toDay(lastUsedAt),
      toPrintable(name ?? ''),
    ]),
  ]);
}

function toDay(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
