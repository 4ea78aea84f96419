/** Rows for people: one line each, in columns as wide as what stands in them. */
export function toColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const toLine = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => toLine(row).trimEnd()).join('\n');
}
