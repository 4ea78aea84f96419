import type { Posting } from '../../postings/posting.ts';
import { toCanonicalUrl } from '../canonical-url.ts';
import type { Imported } from '../importing.ts';
import { makePosting } from '../make-posting.ts';
import { readSalaryText } from '../read-salary.ts';
import { findCards, type JobCard } from './find-cards.ts';
import { findTextCards } from './find-text-cards.ts';
import type { Mail } from './mail.ts';

/** Every job that a mail of Indeed links to, as a result (`/viewjob`, `/rc/clk`) or as an advertisement (`/pagead/clk`). */
export function importIndeedMail({ html, text, subject, date }: Mail): Imported {
  const rich = html === undefined ? [] : findCards(html, toId);
  const cards = rich.length > 0 || text === undefined ? rich : findTextCards(text, toId);
  const warnings: string[] = [];
  const postings = cards.map((card) => toPosting(card, { subject, date, warnings }));
  return { postings, warnings };
}

/** The canonical address serves as the name of a job, because an advertisement has no number. */
function toId(href: string): string | undefined {
  const url = URL.parse(href);
  if (url === null || !/(?:^|\.)indeed\.[a-z.]{2,6}$/.test(url.hostname)) return undefined;
  if (!/^\/(?:viewjob|rc\/clk|pagead\/clk|m\/viewjob)/.test(url.pathname)) return undefined;
  return toCanonicalUrl(href);
}

function toPosting(
  card: JobCard,
  { subject, date, warnings }: { subject?: string | undefined; date?: string | undefined; warnings: string[] },
): Posting {
  const { company, location, rest } = readEmployer(card.lines);
  if (company === undefined) warnings.push(`The mail does not say which company offers "${card.title}".`);
  const jk = URL.parse(card.id)?.searchParams.get('jk');
  const snippet = rest.filter((line) => readSalaryText(line) === undefined && line.length > 40).join('\n\n');
  return makePosting({
    title: card.title,
    company: company ?? 'Unknown company',
    source: 'indeed',
    raw: { subject, date, title: card.title, lines: card.lines },
    location,
    places: location === undefined ? [] : [{ text: location }],
    salary: rest.map(readSalaryText).find((salary) => salary !== undefined),
    descriptionMd: snippet,
    url: card.id,
    externalId: jk ?? undefined,
  });
}

const REMARK =
  /^(?:\d(?:[.,]\d)?(?:\s?(?:★|☆|stars?|\/\s?5))?|new|sponsored|just posted|today|easily apply|responsive employer|\d+\+? days? ago)$/iu;

/** "Company - Location" in one line, or one after the other; ratings and remarks stand between. */
function readEmployer(lines: readonly string[]): {
  company?: string | undefined;
  location?: string | undefined;
  rest: string[];
} {
  const useful = lines.filter((line) => !REMARK.test(line));
  const [first, second] = useful;
  const joined = /^(.{1,100}?)\s+[-–]\s+(.{2,100})$/u.exec(first ?? '');
  if (joined !== null) return { company: joined[1], location: joined[2], rest: useful.slice(1) };
  const dashed = /^[-–]\s*(.+)$/u.exec(second ?? '')?.[1];
  const place =
    second !== undefined && second.length <= 80 && readSalaryText(second) === undefined
      ? (dashed ?? second)
      : undefined;
  return { company: first, location: place, rest: useful.slice(place === undefined ? 1 : 2) };
}
