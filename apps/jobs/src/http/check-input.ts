import { z } from 'zod';
import { JobsError, type ErrorDetail } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';

const LOCALE_ERRORS = { en: z.locales.en().localeError, zh: z.locales.zhCN().localeError };
const MAX_DETAILS = 20;

/** The value in the form that a schema gives it, or `validation_error` with every place that is wrong. */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: Language,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value, { error: LOCALE_ERRORS[language] });
  if (success) return data;
  const details = error.issues.slice(0, MAX_DETAILS).map(toDetail);
  const [first] = details;
  const what = first === undefined ? '' : first.path === '' ? first.message : `${first.path}: ${first.message}`;
  throw new JobsError('validation', { values: { what }, details });
}

function toDetail({ path, message }: z.core.$ZodIssue): ErrorDetail {
  return { path: path.join('.'), message };
}
