import { toCanonicalUrl } from '../canonical-url.ts';
import type { Imported } from '../importing.ts';
import { readSalaryText } from '../read-salary.ts';
import type { JobCard } from './find-cards.ts';
import { type CardReading, importCards } from './import-cards.ts';
import type { Mail } from './mail.ts';

/** Every job that a mail of Indeed links to, as a result (`/viewjob`, `/rc/clk`) or as an advertisement (`/pagead/clk`). */
export function importIndeedMail(mail: Mail): Imported {
  return importCards(mail, { toId, read });
}

/** The canonical address serves as the name of a job, because an advertisement has no number. */
function toId(href: string): string | undefined {
  const url = URL.parse(href);
  if (url === null || !/(?:^|\.)indeed\.[a-z.]{2,6}$/.test(url.hostname)) return undefined;
  if (!/^\/(?:viewjob|rc\/clk|pagead\/clk|m\/viewjob)/.test(url.pathname)) return undefined;
  return toCanonicalUrl(href);
}

function read({ id: url, lines }: JobCard): CardReading {
  const { company, location, rest } = readEmployer(lines);
  return {
    company,
    location,
    source: 'indeed',
    salary: rest.map(readSalaryText).find((salary) => salary !== undefined),
    descriptionMd: rest.filter((line) => readSalaryText(line) === undefined && line.length > 40).join('\n\n'),
    url,
    externalId: URL.parse(url)?.searchParams.get('jk') ?? undefined,
  };
}

const REMARK =
  /^(?:\d(?:[.,]\d)?(?:\s?(?:★|☆|stars?|\/\s?5))?|new|sponsored|just posted|today|easily apply|responsive employer|\d+\+? days? ago)$/iu;

/** "Company - Location" in one line, or one after the other; ratings and remarks stand between. */
function readEmployer(lines: readonly string[]): {
  company: string | undefined;
  location: string | undefined;
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
