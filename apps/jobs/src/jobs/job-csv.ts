import type { JobView } from './job-view.ts';

const COLUMNS: Readonly<Record<string, (job: JobView) => string | number | boolean | null | undefined>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  company: ({ company }) => company,
  location: ({ location }) => location,
  remote: ({ remote }) => remote,
  status: ({ status }) => status,
  starred: ({ starred }) => starred,
  matchScore: ({ matchScore }) => matchScore,
  salaryMin: ({ salary }) => salary?.min,
  salaryMax: ({ salary }) => salary?.max,
  salaryCurrency: ({ salary }) => salary?.currency,
  salaryPeriod: ({ salary }) => salary?.period,
  employmentType: ({ employmentType }) => employmentType,
  skills: ({ skills }) => skills.join(', '),
  tags: ({ tags }) => tags.join(', '),
  notes: ({ notes }) => notes,
  source: ({ source }) => source,
  url: ({ url }) => url,
  postedAt: ({ postedAt }) => postedAt,
  createdAt: ({ createdAt }) => createdAt,
  appliedAt: ({ appliedAt }) => appliedAt,
};

/** The mark by which spreadsheets know UTF-8, and the names of the columns. */
export const CSV_HEAD = `\uFEFF${Object.keys(COLUMNS).join(',')}\r\n`;

/** A job as a line of a table, as RFC 4180 has it. */
export function toCSVLine(job: JobView): string {
  return `${Object.values(COLUMNS)
    .map((read) => toCell(read(job)))
    .join(',')}\r\n`;
}

/** Text that a spreadsheet would take for a formula is marked as text: postings are written by strangers. */
function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
