/** Something that is not CSV, and where. */
export class CSVError extends Error {
  override readonly name = 'CSVError';
}

/**
 * The values of a CSV text, line by line: commas between values, quotes around values that contain commas, quotes or
 * line breaks, a quote inside quotes written twice. Empty lines are left out.
 *
 * @example
 * splitCSV('a,"b, c"\n1,"say ""hi"""'); // [['a', 'b, c'], ['1', 'say "hi"']]
 */
export function splitCSV(text: string): string[][] {
  // One value and what ends it. Each alternative begins differently, so no text is tried twice.
  const value = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (value.lastIndex < text.length) {
    const match = value.exec(text);
    if (match === null) throw new CSVError(`line ${rows.length + 1} has a quote in the wrong place`);
    const [, quoted, plain, end] = match;
    row.push(quoted === undefined ? plain!.trim() : quoted.replaceAll('""', '"'));
    if (end === ',') {
      // A comma at the very end still has an empty value after it.
      if (value.lastIndex === text.length) row.push('');
      else continue;
    }
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows.concat(row.length === 0 ? [] : [row]);
}
