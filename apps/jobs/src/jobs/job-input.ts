import { z } from 'zod';
import { time, webAddress } from '../http/fields.ts';
import { JOB_SOURCES } from './job-sources.ts';

const name = z.string().trim().min(1).max(500);
const amount = z.number().nonnegative().max(1e12);

const salaryInput = z.strictObject({
  min: amount.nullish(),
  max: amount.nullish(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  period: z.enum(['hour', 'day', 'week', 'month', 'year']).nullish(),
});

const tags = z.array(z.string().trim().min(1).max(100)).max(50);
const description = z.string().max(500_000);
const notes = z.string().max(100_000);

/** A job as a person or a program writes it down. */
export const newJobInput = z
  .strictObject({
    title: name,
    company: name,
    url: webAddress.optional(),
    location: z.string().max(500).optional(),
    remote: z.boolean().optional(),
    description: description.optional(),
    salary: salaryInput.optional(),
    source: z.enum(JOB_SOURCES).optional().meta({ description: 'manual unless given' }),
    status: z.string().optional().meta({ description: 'inbox unless given' }),
    tags: tags.optional(),
    notes: notes.optional(),
    postedAt: time.optional(),
  })
  .meta({ id: 'NewJob' });
export type NewJobInput = z.output<typeof newJobInput>;

/** What may be changed. Null takes something away. */
export const jobChangeInput = z
  .strictObject({
    title: name.optional(),
    company: name.optional(),
    location: z.string().max(500).nullish(),
    remote: z.boolean().nullish(),
    url: webAddress.nullish(),
    description: description.nullish(),
    salary: salaryInput.nullish(),
    status: z.string().optional(),
    starred: z.boolean().optional(),
    tags: tags.optional(),
    notes: notes.nullish(),
    postedAt: time.nullish(),
    updatedAt: z
      .string()
      .optional()
      .meta({ description: 'The updatedAt of the job as you know it; 409 if it has changed since.' }),
  })
  .meta({ id: 'JobChange' });
export type JobChangeInput = z.output<typeof jobChangeInput>;
