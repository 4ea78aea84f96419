import type { TokenRecord } from '../../auth/tokens/token-records.ts';
import { toPrintable } from '../terminal/to-printable.ts';

/** Tokens for people: one line each, in columns. */
export function toTokenTable(tokens: readonly TokenRecord[]): string {
  const rows = [
    ['HANDLE', 'ROLE', 'ID', 'CREATED', 'LAST USED', 'NAME'],
    ...tokens.map(({ handle, role, id, createdAt, lastUsedAt, name }) => [
      handle,
      role,
      toPrintable(id),
      toDay(createdAt),
      lastUsedAt === undefined ? 'never' : toDay(lastUsedAt),
      toPrintable(name ?? ''),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toDay(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
