import type { JobSummary } from '../api/job.ts';
import type { Words } from '../words/en.ts';
import { toSalaryText } from './salary-text.ts';

/** Pay with its period, as a sentence has it. */
export function toPay({ salary }: Pick<JobSummary, 'salary'>, words: Words, language: string): string | undefined {
  const amount = toSalaryText(salary, language);
  const period = words.jobs.periods[salary?.period ?? ''];
  return amount === undefined || period === undefined ? amount : `${amount} ${period}`;
}

/** What is said about a job below its title: who, where, how, for how much. */
function toFacts(job: JobSummary, words: Words, language: string): string[] {
  const { company, location, workplace } = job;
  const where = workplace === null ? undefined : words.jobs.workplaces[workplace];
  // A place may say already how one works there.
  const says = where !== undefined && location?.toLowerCase().includes(where.toLowerCase()) === true;
  return [company, location ?? undefined, says ? undefined : where, toPay(job, words, language)].filter(
    (fact): fact is string => fact !== undefined && fact !== '',
  );
}

/** The same in one line. A dot stays with what stands before it when the line breaks. */
export function toFactLine(job: JobSummary, words: Words, language: string): string {
  return toFacts(job, words, language).join('\u00a0· ');
}

/** What fields of the server are called, each name once. Those without a name do not matter to readers. */
export function toNames(fields: readonly string[], names: Readonly<Record<string, string>>): string[] {
  return [...new Set(fields.flatMap((field) => names[field] ?? []))];
}
