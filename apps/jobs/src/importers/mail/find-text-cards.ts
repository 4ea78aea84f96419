import type { JobCard } from './find-cards.ts';

const ADDRESS = /https?:\/\/[^\s<>"]{1,4000}/u;
const RULE = /^[-=_*–—\s]{5,}$/u;

/** The jobs of a mail without HTML: the lines above each link, up to the rule or the link before it. */
export function findTextCards(text: string, toId: (href: string) => string | undefined): JobCard[] {
  const cards = new Map<string, JobCard>();
  let block: string[] = [];
  for (const line of text.slice(0, 2_000_000).split('\n').slice(0, 50_000)) {
    const trimmed = line.trim();
    const href = ADDRESS.exec(trimmed)?.[0];
    const id = href === undefined ? undefined : toId(href);
    if (RULE.test(trimmed)) block = [];
    else if (id === undefined || href === undefined) block.push(trimmed);
    else {
      const [title, ...lines] = lastParagraph(block);
      if (title !== undefined && !cards.has(id)) cards.set(id, { id, href, title, lines });
      block = [];
    }
  }
  return [...cards.values()];
}

/** What belongs to the link is written together; greetings stand apart, and so do remarks of a single line. */
function lastParagraph(lines: readonly string[]): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === '') paragraphs.push([]);
    else if (ADDRESS.exec(line) === null) paragraphs.at(-1)?.push(line);
  }
  const filled = paragraphs.filter((paragraph) => paragraph.length > 0);
  return filled.findLast((paragraph) => paragraph.length > 1) ?? filled.at(-1) ?? [];
}
