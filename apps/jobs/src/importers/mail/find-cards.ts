import { readLines, type MailLine } from './read-lines.ts';

/** One job of a mail, with the lines around its links. */
export interface JobCard {
  id: string;
  href: string;
  title: string;
  /** What follows the title: company, place, pay, remarks. */
  lines: string[];
}

/** Links that say what to do, not what the job is. */
const CALLS =
  /^(?:view|see|show|open|read|apply|easy apply|easily apply|apply now|save|learn more|details)\b.{0,30}$|^(?:view|see) (?:all|more|job).*$|^(?:查看|申请|立即|投递|保存).{0,8}$|^(?:logo|image)$/iu;
const MAX_CARDS = 500;

/**
 * The jobs that a mail links to. A job is linked several times: around its logo, around its whole card, and around its
 * title. The title is the shortest text that any of its links has, because the others have it and more.
 */
export function findCards(html: string, toId: (href: string) => string | undefined): JobCard[] {
  const lines = readLines(html).map((line) => ({ ...line, id: line.href === undefined ? undefined : toId(line.href) }));
  const linked = Map.groupBy(
    lines.filter((line) => line.id !== undefined),
    (line) => line.id ?? '',
  );
  return [...linked].slice(0, MAX_CARDS).flatMap(([id, own]) => {
    const title = findTitle(own);
    if (title === undefined) return [];
    return [{ id, href: title.href ?? '', title: title.text, lines: linesAfter(lines, lines.indexOf(title)) }];
  });
}

type Line = MailLine & { id: string | undefined };

/** The shortest text of a link. Of a link with several lines only the first can be it. */
function findTitle(lines: readonly Line[]): Line | undefined {
  const firsts = lines.filter((line, at) => line.link !== lines[at - 1]?.link);
  const titles = firsts.filter((line) => !CALLS.test(line.text) && /\p{L}/u.test(line.text));
  return titles.reduce<Line | undefined>(
    (best, line) => (best === undefined || line.text.length < best.text.length ? line : best),
    undefined,
  );
}

const MAX_LINES_AFTER_TITLE = 12;

/** What stands between a title and the next job. */
function linesAfter(lines: readonly Line[], title: number): string[] {
  const id = lines[title]?.id;
  const after: string[] = [];
  for (let at = title + 1; at < lines.length && after.length < MAX_LINES_AFTER_TITLE; at += 1) {
    const line = lines[at];
    if (line === undefined || (line.id !== undefined && line.id !== id)) break;
    if (line.text !== lines[title]?.text && !CALLS.test(line.text)) after.push(line.text);
  }
  return after;
}
