import { z } from 'zod';

/** Building blocks of what requests may say. */

/** An id in a path. */
export const idInPath = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .meta({ description: 'A whole number.' });

/** A whole number in a query. */
export function numberInQuery(min: number, max: number): z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> {
  return z.string().transform((text, context) => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    context.addIssue({ code: 'custom', message: `${min} … ${max}`, input: text });
    return z.NEVER;
  });
}

/** Yes or no in a query. */
export const flagInQuery = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** A point in time, written as a date or as a date and a time. It is kept as ISO 8601 in UTC. */
export const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text).toISOString());

/** Which part of a list is wanted. */
export const page = {
  limit: numberInQuery(1, 100).optional().meta({ description: 'How many at most; 20 unless given.' }),
  offset: numberInQuery(0, 1_000_000_000).optional(),
};
export const DEFAULT_LIMIT = 20;

/** An address of a page on the web. */
export const webAddress = z
  .string()
  .max(4_000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'http(s)://…');
