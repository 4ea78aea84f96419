import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { type CitedSource, STYLES, toEntry } from './citation-styles.ts';

const short = z.string().trim().min(1).max(500);

const sourceSchema = z.object({
  title: short,
  author: short.optional(),
  year: z.union([z.int().min(0).max(9_999), z.string().trim().max(20)]).optional(),
  publisher: short.optional(),
  url: z.string().trim().max(2_000).optional(),
});

/** `create_bibliography`: a list of sources in one of the usual styles. */
export const createBibliography = action({
  name: 'create_bibliography',
  description: 'Make a list of sources in a citation style.',
  parameters: z.object({
    sources: z.array(sourceSchema).min(1).max(200),
    style: z.enum(STYLES).default('apa'),
  }),
  idempotent: true,
  execute: ({ sources, style }) => {
    const entries = toEntries(sources, style);
    return { style, source_count: sources.length, entries, bibliography: entries.join('\n') };
  },
});

/** Styles sort by author; the simple one numbers in the order given. */
function toEntries(sources: readonly CitedSource[], style: (typeof STYLES)[number]): string[] {
  if (style === 'simple') return sources.map((source, index) => `${index + 1}. ${toEntry(source, style)}`);
  return sources.map((source) => toEntry(source, style)).toSorted((a, b) => a.localeCompare(b, 'en'));
}
