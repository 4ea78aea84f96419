import type { Job, JobChange, Salary } from '../api/job.ts';

/** A job as a form has it: every field a text. */
export type JobForm = {
  title: string;
  company: string;
  location: string;
  url: string;
  remote: 'unknown' | 'yes' | 'no';
  payFrom: string;
  payTo: string;
  currency: string;
  period: string;
  tags: string;
  description: string;
};

/** Fills the form. */
export function toForm(job: Job): JobForm {
  const { min, max, currency, period } = job.salary ?? { min: null, max: null, currency: null, period: null };
  return {
    title: job.title,
    company: job.company,
    location: job.location ?? '',
    url: job.url ?? '',
    remote: job.remote === null ? 'unknown' : job.remote ? 'yes' : 'no',
    payFrom: min === null ? '' : String(min),
    payTo: max === null ? '' : String(max),
    currency: currency ?? '',
    period: period ?? '',
    tags: job.tags.join(', '),
    description: job.jdMarkdown ?? '',
  };
}

/**
 * What the reader has changed in the form, and nothing else: what is not named stays as it is, even if somebody else is
 * changing it. Undefined when there is nothing to change.
 */
export function toChange(job: Job, form: JobForm): JobChange | undefined {
  const before = toForm(job);
  const isNew = (...keys: (keyof JobForm)[]): boolean => keys.some((key) => form[key].trim() !== before[key].trim());
  const change: JobChange = {
    ...(isNew('title') ? { title: form.title.trim() } : {}),
    ...(isNew('company') ? { company: form.company.trim() } : {}),
    ...(isNew('location') ? { location: orNull(form.location) } : {}),
    ...(isNew('url') ? { url: orNull(form.url) } : {}),
    ...(isNew('remote') ? { remote: form.remote === 'unknown' ? null : form.remote === 'yes' } : {}),
    ...(isNew('payFrom', 'payTo', 'currency', 'period') ? { salary: toSalary(form) } : {}),
    ...(isNew('tags') ? { tags: toTags(form.tags) } : {}),
    ...(isNew('description') ? { description: orNull(form.description) } : {}),
  };
  return Object.keys(change).length === 0 ? undefined : { ...change, updatedAt: job.updatedAt };
}

function toSalary({ payFrom, payTo, currency, period }: JobForm): Salary | null {
  if (payFrom.trim() === '' && payTo.trim() === '') return null;
  return {
    min: toAmount(payFrom),
    max: toAmount(payTo),
    currency: orNull(currency.toUpperCase()),
    period: orNull(period),
  };
}

function toAmount(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Both kinds of commas separate. */
function toTags(text: string): string[] {
  return [...new Set(text.split(/[,，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '');
}
