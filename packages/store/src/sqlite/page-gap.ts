/** The bytes of a page that belong to nothing, from one place up to another. */
export type Gap = { start: number; end: number };

/** The first byte of the pages that hold rows and keys; of interior ones the header is four bytes longer. */
const INTERIOR = [2, 5];
const LEAF = [10, 13];

/**
 * Finds the gap of a page of SQLite that holds rows or keys: what lies between the list of its cells and the first of
 * them. SQLite moves cells from page to page and leaves their bytes behind in there, whatever `secure_delete` says.
 * Undefined for a page of another kind, which begins with a page number that is smaller than any of these kinds.
 */
export function gapOf(page: Buffer, { isFirst, usable }: { isFirst: boolean; usable: number }): Gap | undefined {
  const header = isFirst ? 100 : 0;
  const kind = page[header] as number;
  if (!INTERIOR.includes(kind) && !LEAF.includes(kind)) return undefined;
  const start = header + (INTERIOR.includes(kind) ? 12 : 8) + 2 * page.readUInt16BE(header + 3);
  const end = page.readUInt16BE(header + 5) || 65_536;
  return start < end && end <= usable ? { start, end } : undefined;
}
