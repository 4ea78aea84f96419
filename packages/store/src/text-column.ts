import type { Instance } from '@posthouse/protocol';

/**
 * Text as every database can keep it. NUL ends a string in some places of SQLite and is refused by PostgreSQL, and a
 * lone surrogate has no UTF-8; two ids that differ only there would become one. Such text is kept as a JSON string, and
 * so is text that looks like one.
 *
 * @example toTextColumn('writer') // 'writer'
 */
export function toTextColumn(text: string): string {
  return text.isWellFormed() && !text.includes('\0') && !text.startsWith('"') ? text : JSON.stringify(text);
}

/** The text behind a column that `toTextColumn` wrote. */
export function fromTextColumn(column: string): string {
  return column.startsWith('"') ? (JSON.parse(column) as string) : column;
}

/** Whose a row is. */
export function ownerColumns({ swarm, role, id }: Instance): [string, string, string] {
  return [toTextColumn(swarm), role, toTextColumn(id)];
}
