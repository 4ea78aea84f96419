/** How much a line says about what a posting asks for. */
export type LineScore = (line: string) => number;

const ITEM = /^[-*+•]\s|^\d{1,2}\.\s/u;

/**
 * The lines with the items of each list in order of their score, best first. Items of equal score stay in their order,
 * and what belongs to an item (continued lines, lists inside it) goes with it.
 */
export function sortItems(lines: readonly string[], score: LineScore): string[] {
  const sorted: string[] = [];
  let list: string[][] = [];
  const flush = () => {
    const scored = list.map((block) => ({ block, score: score(block.join('\n')) }));
    for (const { block } of scored.toSorted((a, b) => b.score - a.score)) sorted.push(...block);
    list = [];
  };
  for (const line of lines) {
    if (ITEM.test(line)) list.push([line]);
    else if (list.length > 0 && /^\s+\S/.test(line)) list.at(-1)?.push(line);
    else {
      flush();
      sorted.push(line);
    }
  }
  flush();
  // Numbers count positions, so they stay where they were.
  return renumber(lines, sorted);
}

function renumber(before: readonly string[], after: readonly string[]): string[] {
  const numbers = before.flatMap((line) => /^(\d{1,2}\.)\s/.exec(line)?.[1] ?? []);
  return after.map((line) =>
    /^\d{1,2}\.\s/.test(line) ? line.replace(/^\d{1,2}\./, () => numbers.shift() ?? '') : line,
  );
}

/**
 * A line such as "- **Databases**: SQL, Redis" with its enumeration in order of score. Commas inside of brackets belong
 * to what they stand in.
 */
export function sortEnumeration(line: string, score: LineScore): string {
  const lead =
    /^\s*(?:[-*+•]\s+)?(?:\*\*[^*]{1,80}\*\*\s*[:：]?\s*|[^,，、:：]{1,60}[:：](?:\*\*)?\s*)?/u.exec(line)?.[0] ?? '';
  const { parts, separators } = splitList(line.slice(lead.length));
  if (parts.length < 2) return line;
  // A full stop ends the line, not the part that happens to be last.
  const stop = /[.。]$/u.exec(parts.at(-1) ?? '')?.[0] ?? '';
  const bare = parts.map((part, at) => (at === parts.length - 1 ? part.slice(0, part.length - stop.length) : part));
  const sorted = bare.map((part) => ({ part, score: score(part) })).toSorted((a, b) => b.score - a.score);
  return lead + sorted.map(({ part }, at) => part + (separators[at] ?? '')).join('') + stop;
}

function splitList(text: string): { parts: string[]; separators: string[] } {
  const parts: string[] = [];
  const separators: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('([（【'.includes(character)) depth += 1;
    else if (')]）】'.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && /[,，、;；|]/u.test(character)) {
      const separator = /^[,，、;；|]\s*/u.exec(text.slice(at, at + 20))?.[0] ?? character;
      parts.push(text.slice(from, at).trimEnd());
      separators.push(`${text.slice(from, at).slice(text.slice(from, at).trimEnd().length)}${separator}`);
      at += separator.length - 1;
      from = at + 1;
    }
  }
  return { parts: [...parts, text.slice(from)], separators };
}
