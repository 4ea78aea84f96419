import type { JSONValue } from '@posthouse/protocol';

/**
 * The history of an agent from the rows that the reference wrote, oldest first. It inserts the whole history each time a
 * task is completed, and after a restart it begins with all of those rows put together: what is there many times is
 * taken once.
 *
 * @example mergeHistories([['a'], ['a', 'b'], ['a', 'a', 'b', 'c']]) // ['a', 'b', 'c']
 */
export function mergeHistories(rows: readonly (readonly JSONValue[])[]): JSONValue[] {
  const history: JSONValue[] = [];
  const texts: string[] = [];
  // What a row may begin with: the row before it, or after a restart, all rows so far.
  let last: string[] = [];
  let together: string[] = [];
  for (const row of rows) {
    const lines = row.map((entry) => JSON.stringify(entry));
    const known = [together, last].find((start) => start.length > 0 && startsWith(lines, start));
    const from = known?.length ?? overlap(texts, lines);
    history.push(...row.slice(from));
    texts.push(...lines.slice(from));
    last = lines;
    together = [...together, ...lines];
  }
  return history;
}

function startsWith(lines: readonly string[], start: readonly string[]): boolean {
  return start.length <= lines.length && start.every((line, index) => line === lines[index]);
}

/** How much of the end of one list is the beginning of the other. */
function overlap(end: readonly string[], start: readonly string[]): number {
  for (let length = Math.min(end.length, start.length); length > 0; length -= 1) {
    if (startsWith(start, end.slice(end.length - length))) return length;
  }
  return 0;
}
