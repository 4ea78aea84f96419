import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { type ReportSection, toReport } from './to-report.ts';

const content = z.union([
  z.string().max(50_000).describe('Text in Markdown.'),
  z.array(z.looseObject({})).max(10_000).describe('Rows of a table.'),
  z.looseObject({}).describe('Names and values.'),
]);

/** `format_report`: puts sections together into one Markdown document. */
export const formatReport = action({
  name: 'format_report',
  description: 'Put sections together into a report in Markdown.',
  parameters: z.object({
    title: z.string().trim().min(1).max(200),
    sections: z
      .array(z.object({ heading: z.string().trim().min(1).max(200), content }))
      .min(1)
      .max(50),
  }),
  idempotent: true,
  execute: ({ title, sections }) => {
    const report = toReport({ title, sections: sections as ReportSection[], now: new Date() });
    return {
      success: true,
      title,
      section_count: sections.length,
      character_count: report.length,
      report,
    };
  },
});
