import { z } from 'zod';
import { JOB_STATUSES } from '../database/schema.ts';

/** Building blocks of what calls may say. */

export const jobId = z.int().positive().meta({ description: 'The id of a saved job.' });
export const resumeId = z
  .int()
  .positive()
  .optional()
  .meta({ description: 'The id of a resume; the default one unless given.' });
export const status = z.enum(JOB_STATUSES);

/** How many are wanted. */
export function limit(most: number, usual: number): z.ZodOptional<z.ZodInt> {
  return z
    .int()
    .min(1)
    .max(most)
    .optional()
    .meta({ description: `At most ${most}; ${usual} unless given.` });
}
