import type { Posting } from '../../postings/posting.ts';
import type { Imported } from '../importing.ts';
import { makePosting } from '../make-posting.ts';
import { readSalaryText } from '../read-salary.ts';
import { findCards, type JobCard } from './find-cards.ts';
import { findTextCards } from './find-text-cards.ts';
import type { Mail } from './mail.ts';

const VIEW =
  /^https?:\/\/(?:[a-z]{1,6}\.)?linkedin\.com\/(?:comm\/)?jobs\/view\/(?:[^/?#]{0,300}-)?(\d{1,20})(?:[/?#]|$)/i;

/** Every job that a mail of LinkedIn links to. */
export function importLinkedinMail({ html, text, subject, date }: Mail): Imported {
  const toId = (href: string) => VIEW.exec(href)?.[1];
  const rich = html === undefined ? [] : findCards(html, toId);
  const cards = rich.length > 0 || text === undefined ? rich : findTextCards(text, toId);
  const warnings: string[] = [];
  const postings = cards.map((card) => toPosting(card, { subject, date, warnings }));
  return { postings, warnings };
}

function toPosting(
  card: JobCard,
  { subject, date, warnings }: { subject?: string | undefined; date?: string | undefined; warnings: string[] },
): Posting {
  const { company, location } = readCompany(card.lines);
  if (company === undefined) warnings.push(`The mail does not say which company offers "${card.title}".`);
  const pay = card.lines.map(readSalaryText).find((salary) => salary !== undefined);
  return makePosting({
    title: card.title,
    company: company ?? 'Unknown company',
    source: 'linkedin',
    raw: { subject, date, title: card.title, lines: card.lines },
    location,
    places: location === undefined ? [] : [{ text: location }],
    salary: pay,
    url: `https://www.linkedin.com/jobs/view/${card.id}`,
    externalId: card.id,
  });
}

/** "Company · Location" in one line, or the company in the first and the location in the second. */
function readCompany(lines: readonly string[]): { company?: string | undefined; location?: string | undefined } {
  for (const line of lines) {
    const parts = line.split(/\s+[·•]\s+/u);
    if (parts.length >= 2 && parts[0]) return { company: parts[0], location: parts[1] };
  }
  const [first, second] = lines.filter((line) => readSalaryText(line) === undefined);
  return { company: first, location: second };
}
