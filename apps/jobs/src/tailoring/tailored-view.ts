import { z } from 'zod';
import type { TailoredRow } from '../database/schema.ts';

const PREVIEW = 200;

/** A tailored version as lists show it. */
export const versionView = z
  .object({
    id: z.number().int(),
    version: z.number().int(),
    jobId: z.number().int(),
    resumeId: z.number().int(),
    isLatest: z.boolean(),
    engine: z.enum(['llm', 'offline']),
    model: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    preview: z.string(),
  })
  .meta({ id: 'TailoredVersion' });

const share = z.number().nullable();

/** A tailored version with its text. */
export const tailoredView = versionView
  .omit({ preview: true })
  .extend({
    isNew: z.boolean(),
    content: z.string(),
    suggestions: z.array(z.unknown()),
    diff: z.object({ added: z.number().int(), removed: z.number().int(), moved: z.number().int() }),
    keywordCoverage: z.object({ before: share, after: share }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'TailoredResume' });

/** Shows a version as lists do. */
export function toVersionView(row: TailoredRow): z.infer<typeof versionView> {
  const { id, version, jobId, resumeId, isLatest, engine, model, createdAt, updatedAt, contentMd } = row;
  const preview = contentMd.slice(0, PREVIEW);
  return { id, version, jobId, resumeId, isLatest, engine, model, createdAt, updatedAt, preview };
}

/** Shows a version with its text. */
export function toTailoredView(row: TailoredRow, isNew: boolean): z.infer<typeof tailoredView> {
  const { preview: _, ...version } = toVersionView(row);
  const { contentMd: content, suggestions, diff, keywordCoverage, warnings } = row;
  return { ...version, isNew, content, suggestions, diff, keywordCoverage, warnings };
}
