/** Rows as long as their texts fit, and always one. No row behind the first that does not fit is read. */
export function takeBytes<Row>(rows: Iterable<Row>, maxBytes: number, textOf: (row: Row) => string): Row[] {
  const taken: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(textOf(row));
    if (bytes > maxBytes && taken.length > 0) break;
    taken.push(row);
  }
  return taken;
}
