import { z } from 'zod';
import type { ResumeRow } from '../database/schema.ts';

/** A resume as lists show it. */
export const resumeSummaryView = z
  .object({
    id: z.number().int(),
    name: z.string(),
    isDefault: z.boolean(),
    useCount: z.number().int(),
    source: z.string(),
    originalFilename: z.string().nullable(),
    parseStatus: z.string(),
    parseErrors: z.array(z.string()),
    skills: z.array(z.string()),
    charCount: z.number().int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ResumeSummary' });

/** A resume with its text, in markdown. */
export const resumeView = resumeSummaryView.extend({ content: z.string() }).meta({ id: 'Resume' });

/** Shows a resume as lists do. */
export function toResumeSummary(row: ResumeRow): z.infer<typeof resumeSummaryView> {
  const { id, name, isDefault, useCount, source, originalFilename, parseStatus, parseErrors, skills } = row;
  const { createdAt, updatedAt } = row;
  const charCount = row.content.length;
  return {
    id,
    name,
    isDefault,
    useCount,
    source,
    originalFilename,
    parseStatus,
    parseErrors,
    skills,
    charCount,
    createdAt,
    updatedAt,
  };
}

/** Shows a resume with its text. */
export function toResumeView(row: ResumeRow): z.infer<typeof resumeView> {
  return { ...toResumeSummary(row), content: row.content };
}
